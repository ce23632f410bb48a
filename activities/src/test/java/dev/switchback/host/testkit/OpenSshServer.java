package dev.switchback.host.testkit;

import dev.switchback.inventory.Inventory;
import dev.switchback.inventory.Inventory.Container;
import dev.switchback.inventory.Inventory.HostEntry;
import dev.switchback.inventory.Inventory.Ssh;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A real OpenSSH server on loopback, with its own keys, for the user who runs the tests. {@code
 * pct} and {@code sudo} are stand-ins that run the command here.
 */
public final class OpenSshServer implements AutoCloseable {
  public static final String HOST = "seed";
  private static final String SSHD = "/usr/sbin/sshd";
  private static final Duration START = Duration.ofSeconds(20);

  private final Path directory;
  private final int port;
  private final Process process;

  private OpenSshServer(Path directory, int port, Process process) {
    this.directory = directory;
    this.port = port;
    this.process = process;
  }

  /** Starts one; its files are under {@code directory}. */
  public static OpenSshServer start(Path directory) throws Exception {
    if (!Files.isExecutable(Path.of(SSHD))) {
      throw new IllegalStateException(SSHD + " is missing; install openssh-server");
    }
    Path privilegeSeparation = Path.of("/run/sshd");
    if (user().equals("root") && !Files.isDirectory(privilegeSeparation)) {
      Files.createDirectories(privilegeSeparation);
    }
    makeKey(directory.resolve("host_key"));
    makeKey(directory.resolve("user_key"));
    Files.copy(directory.resolve("user_key.pub"), directory.resolve("authorized_keys"));
    shims(Files.createDirectories(directory.resolve("bin")));
    int port = freePort();
    Path config = Files.writeString(directory.resolve("sshd_config"), config(directory, port));
    String log = directory.resolve("sshd.log").toString();
    Process process =
        new ProcessBuilder(SSHD, "-D", "-f", config.toString(), "-E", log).inheritIO().start();
    OpenSshServer server = new OpenSshServer(directory, port, process);
    Files.writeString(server.knownHosts(), server.knownHostsLine(port));
    Await.until("sshd answers", START, () -> answers(port));
    return server;
  }

  private static String config(Path directory, int port) throws IOException {
    return """
        ListenAddress 127.0.0.1:%d
        HostKey %s
        AuthorizedKeysFile %s
        PidFile none
        UsePAM no
        StrictModes no
        PasswordAuthentication no
        KbdInteractiveAuthentication no
        PermitRootLogin prohibit-password
        LogLevel VERBOSE
        MaxStartups 100
        SetEnv HOME=%s PATH=%s:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
        """
        .formatted(
            port,
            directory.resolve("host_key"),
            directory.resolve("authorized_keys"),
            directory,
            directory.resolve("bin"));
  }

  private static void shims(Path bin) throws IOException {
    shim(
        bin.resolve("pct"),
        "[ \"$1 $2 $3 $4 $5\" = 'exec 101 --keep-env 0 --' ] || exit 64\nshift 5\nIN_CONTAINER=yes exec \"$@\"\n");
    shim(bin.resolve("sudo"), "[ \"$1 $2\" = '-n --' ] || exit 64\nshift 2\nexec \"$@\"\n");
  }

  /** Puts a program of that name before the system's in the server's PATH. */
  public void shim(String name, String script) throws IOException {
    shim(directory.resolve("bin").resolve(name), script);
  }

  private static void shim(Path file, String script) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** An inventory with this host as {@link #HOST}, reached on a port of loopback. */
  public Inventory inventory(int throughPort) throws IOException {
    Files.writeString(knownHosts(), knownHostsLine(throughPort));
    return inventory(throughPort, identity().toString());
  }

  /** The same with another private key. */
  public Inventory inventory(int throughPort, String identity) {
    Ssh ssh = new Ssh("127.0.0.1", throughPort, user(), identity, knownHosts().toString());
    HostEntry entry =
        new HostEntry(
            HOST, ssh, Optional.of(new Container("101")), Optional.empty(), List.of(), List.of());
    return new Inventory(Map.of(HOST, entry), Map.of(), Map.of(), List.of());
  }

  public int port() {
    return port;
  }

  public Path identity() {
    return directory.resolve("user_key");
  }

  public Path knownHosts() {
    return directory.resolve("known_hosts");
  }

  /** {@code SHA256:...} of a public key, as {@code ssh-keygen -l} prints it. */
  public static String fingerprint(Path key) throws Exception {
    Process process = new ProcessBuilder("ssh-keygen", "-l", "-f", key.toString()).start();
    String out =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    return out.split(" ", 3)[1];
  }

  public Path hostKey() {
    return directory.resolve("host_key.pub");
  }

  /** The line of known_hosts for a key that is reached on a port of loopback. */
  public String knownHostsLine(int throughPort) throws IOException {
    String[] words = Files.readString(hostKey()).split(" ", 3);
    return "[127.0.0.1]:" + throughPort + " " + words[0] + " " + words[1].strip() + "\n";
  }

  /** Makes an Ed25519 key pair at a path and beside it with {@code .pub}. */
  public static void makeKey(Path path) throws Exception {
    Process process =
        new ProcessBuilder(
                "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", path.toString())
            .inheritIO()
            .start();
    if (process.waitFor() != 0) {
      throw new IllegalStateException("ssh-keygen failed");
    }
  }

  /** A port of loopback on which nobody listens now. */
  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.getInputStream().read() == 'S';
    } catch (IOException e) {
      return false;
    }
  }

  private static String user() {
    return System.getProperty("user.name", "root");
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
  }
}
