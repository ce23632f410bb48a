package dev.switchback.ssh;

import com.jcraft.jsch.AgentIdentityRepository;
import com.jcraft.jsch.AgentProxyException;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchAlgoNegoFailException;
import com.jcraft.jsch.JSchChangedHostKeyException;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.JSchHostKeyException;
import com.jcraft.jsch.JSchUnknownHostKeyException;
import com.jcraft.jsch.KeyPair;
import com.jcraft.jsch.SSHAgentConnector;
import com.jcraft.jsch.Session;
import dev.switchback.host.AccessRefused;
import dev.switchback.host.HostException;
import dev.switchback.host.Unreachable;
import dev.switchback.inventory.Inventory.HostEntry;
import dev.switchback.inventory.Inventory.Ssh;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Logs in to a host: strict host keys, public keys only, nobody is ever asked. */
final class SshLogin {
  private static final int SILENT_PROBES = 3;

  private final String host;
  private final Ssh ssh;
  private final SshSettings settings;

  SshLogin(HostEntry entry, SshSettings settings) {
    this.host = entry.name();
    this.ssh = entry.ssh();
    this.settings = settings;
  }

  /**
   * @throws Unreachable if nobody answers at the address
   * @throws AccessRefused if the key is not the known one, or the login is refused
   */
  SshConnection connect() {
    JSch jsch = new JSch();
    OfferedKeys keys = knownHosts(jsch);
    identity(jsch);
    Session session = session(jsch, keys);
    try {
      session.connect(millis(settings.connectTimeout()));
    } catch (JSchException e) {
      session.disconnect();
      throw refusal(e, keys);
    }
    return new SshConnection(host, session, keys.offeredKey());
  }

  private OfferedKeys knownHosts(JSch jsch) {
    if (!Files.isReadable(Path.of(ssh.knownHosts()))) {
      throw new AccessRefused(
          host,
          "known_hosts file %s can't be read; make it with 'ssh-keyscan -p %d %s' and check its fingerprints by another way"
              .formatted(ssh.knownHosts(), ssh.port(), ssh.address()));
    }
    try {
      jsch.setKnownHosts(ssh.knownHosts());
    } catch (JSchException e) {
      throw new AccessRefused(
          host, "known_hosts file " + ssh.knownHosts() + " can't be used: " + e.getMessage(), e);
    }
    return new OfferedKeys(jsch.getHostKeyRepository());
  }

  private void identity(JSch jsch) {
    try {
      if (ssh.identity().isEmpty()) {
        jsch.setIdentityRepository(new AgentIdentityRepository(new SSHAgentConnector()));
        return;
      }
      KeyPair pair = KeyPair.load(jsch, ssh.identity());
      boolean encrypted = pair.isEncrypted();
      pair.dispose();
      if (encrypted) {
        throw new AccessRefused(
            host,
            "private key %s has a passphrase; load it with ssh-add and leave 'identity' out"
                .formatted(ssh.identity()));
      }
      jsch.addIdentity(ssh.identity());
    } catch (AgentProxyException e) {
      throw new AccessRefused(
          host,
          "no SSH agent can be asked: %s; start one and ssh-add the key, or name it as 'identity'"
              .formatted(e.getMessage()),
          e);
    } catch (JSchException e) {
      throw new AccessRefused(
          host, "private key %s can't be used: %s".formatted(ssh.identity(), e.getMessage()), e);
    }
  }

  private Session session(JSch jsch, OfferedKeys keys) {
    try {
      Session session = jsch.getSession(ssh.user(), ssh.address(), ssh.port());
      session.setHostKeyRepository(keys);
      session.setConfig("StrictHostKeyChecking", "yes");
      session.setConfig("PreferredAuthentications", "publickey");
      session.setDaemonThread(true);
      session.setServerAliveCountMax(SILENT_PROBES);
      // Last: it shares its field with setTimeout, and the last call wins.
      session.setServerAliveInterval(millis(settings.keepAlive()));
      return session;
    } catch (JSchException e) {
      throw new AccessRefused(host, "can't prepare a login to " + where(), e);
    }
  }

  private HostException refusal(JSchException e, OfferedKeys keys) {
    if (e instanceof JSchChangedHostKeyException) {
      return new AccessRefused(
          host,
          "host key of %s changed: it offers %s, %s knows %s; find out why before you touch the file"
              .formatted(where(), keys.offeredKey(), ssh.knownHosts(), keys.knownKeys()),
          e);
    }
    if (e instanceof JSchUnknownHostKeyException) {
      return new AccessRefused(
          host,
          "host key of %s is unknown: it offers %s, %s has none for it; check the fingerprint by another way, then add the key"
              .formatted(where(), keys.offeredKey(), ssh.knownHosts()),
          e);
    }
    if (e instanceof JSchHostKeyException || e instanceof JSchAlgoNegoFailException) {
      return new AccessRefused(host, where() + ": " + e.getMessage(), e);
    }
    String reason = String.valueOf(e.getMessage());
    if (reason.startsWith("Auth ") || reason.contains("authentication failures")) {
      return new AccessRefused(
          host,
          "%s lets user '%s' in with none of the keys of %s; add the public key to the user's authorized_keys"
              .formatted(where(), ssh.user(), keyName()),
          e);
    }
    return new Unreachable(host, "no SSH connection to " + where() + ": " + reason, e);
  }

  private String keyName() {
    return ssh.identity().isEmpty() ? "the SSH agent" : ssh.identity();
  }

  private String where() {
    return host + " (" + ssh.address() + " port " + ssh.port() + ")";
  }

  private static int millis(Duration duration) {
    return Math.toIntExact(duration.toMillis());
  }
}
