package dev.switchback.rehearsal.ssh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.sshd.common.config.keys.AuthorizedKeyEntry;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.PublicKeyEntryResolver;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.SshServer;

/**
 * An SSH server on a free loopback port with a host key of its own: public keys only, exec requests
 * only. Thread-safe.
 */
public final class RehearsalSshServer implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  private final SshServer server = SshServer.setUpDefaultServer();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "rehearsal-exec");
            thread.setDaemon(true);
            return thread;
          });
  private final List<PublicKey> authorized = new CopyOnWriteArrayList<>();
  private final KeyPair hostKey = newHostKey();
  private volatile long refusingUntil;

  /** Listens from now on; each exec request goes to {@code commands}. */
  public RehearsalSshServer(CommandRunner commands) throws IOException {
    server.setHost(HOST);
    server.setPort(0);
    server.setKeyPairProvider(KeyPairProvider.wrap(hostKey));
    server.setPasswordAuthenticator(null);
    server.setKeyboardInteractiveAuthenticator(null);
    server.setPublickeyAuthenticator(
        (user, key, session) ->
            user.equals("root")
                && authorized.stream().anyMatch(known -> KeyUtils.compareKeys(known, key)));
    server.setCommandFactory((channel, line) -> new ExecCommand(line, commands, threads));
    CoreModuleProperties.IDLE_TIMEOUT.set(server, Duration.ZERO);
    CoreModuleProperties.TCP_NODELAY.set(server, true);
    server.addSessionListener(
        new SessionListener() {
          @Override
          public void sessionEstablished(Session session) {
            if (System.nanoTime() < refusingUntil) {
              session.close(true);
            }
          }
        });
    refusingUntil = System.nanoTime();
    server.start();
  }

  private static KeyPair newHostKey() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("this Java has no elliptic curves", missing);
    }
  }

  /** Returns the port. */
  public int port() {
    return server.getPort();
  }

  /** Returns the line that a known_hosts file needs. */
  public String knownHostsLine() {
    return "[%s]:%d %s".formatted(HOST, port(), PublicKeyEntry.toString(hostKey.getPublic()));
  }

  /**
   * Lets the owner of a key log in as root.
   *
   * @param line the public key in OpenSSH's one-line form
   * @throws IllegalArgumentException when it is none
   */
  public void authorize(String line) {
    try {
      PublicKey key =
          AuthorizedKeyEntry.parseAuthorizedKeyEntry(line)
              .resolvePublicKey(null, PublicKeyEntryResolver.FAILING);
      authorized.add(key);
    } catch (IOException | GeneralSecurityException unreadable) {
      throw new IllegalArgumentException(
          "not a public key: " + unreadable.getMessage(), unreadable);
    }
  }

  /** Cuts every connection at once; what runs goes on without a reader. */
  public void cut() {
    server.getActiveSessions().forEach(session -> session.close(true));
  }

  /** Cuts every connection, and each new one for as long as {@code time}. */
  public void refuseFor(Duration time) {
    refusingUntil = System.nanoTime() + time.toNanos();
    cut();
  }

  @Override
  public void close() {
    try {
      server.close(true).await(Duration.ofSeconds(5));
      server.stop(true);
    } catch (IOException broken) {
      throw new UncheckedIOException("the rehearsal's SSH server did not stop", broken);
    } finally {
      threads.shutdownNow();
    }
  }
}
