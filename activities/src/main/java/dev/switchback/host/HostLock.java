package dev.switchback.host;

import dev.switchback.attempt.LockAnswer;
import java.util.List;
import java.util.UUID;

/**
 * The lock on a host: at most one attempt changes it. Held in {@code <root>/lock} until it is given
 * back or the host reboots. Every method may throw {@link HostException}, {@link FileRefused} where
 * the host's kernel refuses.
 */
public final class HostLock {
  private static final HostScript LOCK = HostScript.named("lock");
  private static final HostScript UNLOCK = HostScript.named("unlock");

  private final Host host;
  private final String root;

  /**
   * @param host on {@link Plane#HOST}
   * @param root the run directory on the host, {@code /run/switchback}
   */
  public HostLock(Host host, String root) {
    this.host = host;
    this.root = root;
  }

  /**
   * Takes the lock; the same attempt may take it again.
   *
   * @param token fencing token; refused if a higher one has been seen on the host
   * @return whether it is held now, and by which attempt; for a token that came too late the holder
   *     says so in words
   */
  public LockAnswer acquire(String attempt, long token) {
    JobScope.requireName(attempt);
    String answer =
        ask(LOCK, List.of(root, attempt, Long.toString(token), UUID.randomUUID().toString()))
            .strip();
    String[] words = answer.split(" ", 2);
    if (words.length != 2) {
      throw new FileRefused(root, Errno.OTHER, "the lock script answered '" + answer + "'");
    }
    return switch (words[0]) {
      case "held" -> new LockAnswer(true, words[1]);
      case "stale" -> new LockAnswer(false, "a later lease, token " + words[1]);
      default -> new LockAnswer(false, words[1]);
    };
  }

  /** Gives the lock back if the attempt holds it; does nothing otherwise. */
  public void release(String attempt) {
    JobScope.requireName(attempt);
    ask(UNLOCK, List.of(root, attempt, UUID.randomUUID().toString()));
  }

  private String ask(HostScript script, List<String> args) {
    CommandResult result = host.run(script.command(args));
    if (!result.succeeded()) {
      throw new FileRefused(root, Errno.of(result.errorText()), result.errorText());
    }
    return result.text();
  }
}
