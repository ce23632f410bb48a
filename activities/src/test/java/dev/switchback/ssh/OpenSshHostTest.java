package dev.switchback.ssh;

import dev.switchback.host.HostConnector;
import dev.switchback.host.testkit.HostContract;
import dev.switchback.host.testkit.OpenSshServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract against a real OpenSSH server. */
class OpenSshHostTest extends HostContract {
  @TempDir static Path keys;
  private static OpenSshServer server;

  @TempDir Path directory;

  @SuppressWarnings("NullAway.Init") // the contract connects before each test
  private HostConnections connections;

  @BeforeAll
  static void startServer() throws Exception {
    server = OpenSshServer.start(keys);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @AfterEach
  void disconnect() {
    connections.close();
  }

  @Override
  protected HostConnector connect() throws Exception {
    connections =
        new HostConnections(
            server.inventory(server.port()),
            SshSettings.defaults().withRunDirectory(runDirectory()));
    return connections;
  }

  @Override
  protected String hostName() {
    return OpenSshServer.HOST;
  }

  @Override
  protected String scratch() {
    return directory.resolve("scratch space").toString();
  }

  @Override
  protected String runDirectory() {
    return directory.resolve("run").toString();
  }
}
