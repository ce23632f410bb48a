package dev.switchback.host;

/** Gives hosts of the inventory by name. Thread-safe. */
public interface HostConnector {
  /**
   * A host, on {@link Plane#HOST}. Connects when the first command is run, not now.
   *
   * @param hostName its name in the inventory
   * @param scope where its jobs live
   * @throws IllegalArgumentException if the inventory names no such host
   */
  Host open(String hostName, JobScope scope);

  /**
   * The key by which the host proves itself, as {@code ALGORITHM SHA256:...}; connects if there is
   * no connection. Throws {@link HostException}.
   */
  String hostKey(String hostName);
}
