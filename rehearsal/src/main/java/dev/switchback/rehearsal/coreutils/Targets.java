package dev.switchback.rehearsal.coreutils;

/** Names of what a program makes from what it is given. */
final class Targets {
  private Targets() {}

  /** The last part of a path. */
  static String base(String path) {
    String trimmed = path.length() > 1 ? path.replaceAll("(?<=.)/+$", "") : path;
    return trimmed.substring(trimmed.lastIndexOf('/') + 1);
  }

  /** A source's name inside a folder. */
  static String inside(String folder, String source) {
    return (folder.endsWith("/") ? folder : folder + "/") + base(source);
  }
}
