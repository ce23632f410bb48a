package dev.switchback.rehearsal.ssh;

import dev.switchback.rehearsal.shell.MachineStopped;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One exec request. A cut connection does not end what it runs, as with a real sshd and no tty. */
final class ExecCommand implements Command {
  private static final Logger LOG = LoggerFactory.getLogger(ExecCommand.class);

  private final String line;
  private final CommandRunner commands;
  private final ExecutorService threads;
  private InputStream in = InputStream.nullInputStream();
  private OutputStream out = OutputStream.nullOutputStream();
  private OutputStream err = OutputStream.nullOutputStream();
  private ExitCallback exit = (status, message, closeImmediately) -> {};

  ExecCommand(String line, CommandRunner commands, ExecutorService threads) {
    this.line = line;
    this.commands = commands;
    this.threads = threads;
  }

  @Override
  public void setInputStream(InputStream stream) {
    this.in = stream;
  }

  @Override
  public void setOutputStream(OutputStream stream) {
    this.out = new BufferedOutputStream(stream);
  }

  @Override
  public void setErrorStream(OutputStream stream) {
    this.err = new BufferedOutputStream(stream);
  }

  @Override
  public void setExitCallback(ExitCallback callback) {
    this.exit = callback;
  }

  @Override
  public void start(ChannelSession channel, Environment environment) {
    Map<String, String> sent = Map.copyOf(environment.getEnv());
    threads.execute(() -> run(channel, sent));
  }

  private void run(ChannelSession channel, Map<String, String> environment) {
    try {
      int status = commands.run(line, environment, in, out, err);
      out.flush();
      err.flush();
      exit.onExit(status);
    } catch (IOException gone) {
      LOG.debug("the client went away during: {}", line, gone);
      channel.close(true);
    } catch (InterruptedException stopped) {
      LOG.debug("the machine stopped during: {}", line, stopped);
      channel.close(true);
    } catch (MachineStopped stopped) {
      LOG.debug("the machine stopped during: {}", line, stopped);
      channel.close(true);
    } catch (RuntimeException broken) {
      LOG.error("the rehearsal host cannot run: {}", line, broken);
      channel.close(true);
    }
  }

  @Override
  public void destroy(ChannelSession channel) {
    LOG.trace("channel closed: {}", line);
  }
}
