package dev.switchback.catalogue;

/** The type of a result field, as CEL sees it. */
public enum ResultType {
  STRING,
  INTEGER,
  NUMBER,
  BOOLEAN,
  /** A list or object whose inside expressions may use without being checked. */
  ANY
}
