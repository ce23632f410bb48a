package dev.switchback.rehearsal.ssh;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.KeyPair;
import com.jcraft.jsch.Session;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Logs in to a rehearsal host with a key of its own and runs commands. */
public final class Client implements AutoCloseable {
  private static final int LIMIT_MILLIS = 20_000;

  private final JSch jsch = new JSch();
  private final KeyPair key;
  private final int port;
  private final String knownHosts;
  private Session session;

  /**
   * What a command gave.
   *
   * @param status exit status, -1 when the connection ended before
   */
  public record Result(int status, String out, String err) {}

  /** A client that trusts {@code knownHosts} only. */
  public Client(int port, String knownHosts) throws JSchException {
    this.port = port;
    this.knownHosts = knownHosts;
    this.key = KeyPair.genKeyPair(jsch, KeyPair.ECDSA, 256);
    this.session = jsch.getSession("root", "127.0.0.1", port);
  }

  /** Returns the public key's line. */
  public String publicKey() {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    key.writePublicKey(line, "client");
    return line.toString(StandardCharsets.UTF_8).strip();
  }

  /** Logs in, anew if need be. */
  public void connect() throws JSchException {
    ByteArrayOutputStream secret = new ByteArrayOutputStream();
    key.writePrivateKey(secret);
    jsch.removeAllIdentity();
    jsch.addIdentity("client", secret.toByteArray(), null, null);
    jsch.setKnownHosts(new ByteArrayInputStream(knownHosts.getBytes(StandardCharsets.UTF_8)));
    session = jsch.getSession("root", "127.0.0.1", port);
    session.setConfig("StrictHostKeyChecking", "yes");
    session.connect(LIMIT_MILLIS);
  }

  /** Runs a command line without input. */
  public Result run(String line) throws Exception {
    return run(line, "");
  }

  /** Runs a command line. */
  public Result run(String line, String input) throws Exception {
    ChannelExec channel = (ChannelExec) session.openChannel("exec");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    channel.setCommand(line);
    channel.setInputStream(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
    channel.setOutputStream(out);
    channel.setErrStream(err);
    channel.connect(LIMIT_MILLIS);
    long limit = System.nanoTime() + LIMIT_MILLIS * 1_000_000L;
    while (!channel.isClosed() && session.isConnected() && System.nanoTime() < limit) {
      Thread.sleep(1);
    }
    int status = channel.isClosed() ? channel.getExitStatus() : -1;
    channel.disconnect();
    return new Result(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    session.disconnect();
    key.dispose();
  }
}
