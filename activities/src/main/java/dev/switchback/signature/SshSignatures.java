package dev.switchback.signature;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * SSH signatures by OpenSSH's own {@code ssh-keygen -Y} (PROTOCOL.sshsig), so that agents, FIDO
 * keys and every key type that the installed OpenSSH knows work. Needs OpenSSH 8.2 or later on the
 * PATH. Thread-safe.
 */
public final class SshSignatures {
  private static final Duration VERIFY_LIMIT = Duration.ofSeconds(20);

  /** Long enough to find and touch a FIDO key. */
  private static final Duration SIGN_LIMIT = Duration.ofMinutes(2);

  private static final Pattern PRINCIPAL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,99}");
  private static final Pattern FINGERPRINT = Pattern.compile("SHA256:[A-Za-z0-9+/]{43}");

  private final String namespace;

  /**
   * @param namespace as in {@code ssh-keygen -Y sign -n}
   */
  public SshSignatures(String namespace) {
    this.namespace = namespace;
  }

  /**
   * What a verification found.
   *
   * @param valid whether one of the keys made the signature over exactly these bytes in this
   *     namespace
   * @param detail the key's fingerprint if valid; else the reason
   */
  public record Result(boolean valid, String detail) {}

  /**
   * Signs.
   *
   * @param key a private key file, or a public key file whose private half is in the agent
   * @return the armoured signature
   * @throws SigningFailed with ssh-keygen's own words
   */
  public String sign(Path key, String text) throws SigningFailed {
    Output output =
        run(
            SIGN_LIMIT,
            text,
            List.of("ssh-keygen", "-Y", "sign", "-q", "-f", key.toString(), "-n", namespace));
    if (output.status() != 0 || !output.stdout().startsWith("-----BEGIN SSH SIGNATURE-----")) {
      throw new SigningFailed(
          "ssh-keygen could not sign with " + key + ": " + output.stderr().strip());
    }
    return output.stdout();
  }

  /**
   * Verifies.
   *
   * @param person the principal; letters, digits and {@code . _ @ -}
   * @param keys the person's public keys in OpenSSH's one-line form
   */
  public Result verify(String person, List<String> keys, String text, String signature) {
    if (!PRINCIPAL.matcher(person).matches()) {
      return new Result(false, "'" + person + "' can't be a signer's name");
    }
    if (keys.isEmpty()) {
      return new Result(false, person + " has no key in the inventory");
    }
    Path folder = temporaryFolder();
    try {
      Path signers = Files.writeString(folder.resolve("allowed_signers"), signers(person, keys));
      Path armoured = Files.writeString(folder.resolve("signature"), signature);
      Output output =
          run(
              VERIFY_LIMIT,
              text,
              List.of(
                  "ssh-keygen",
                  "-Y",
                  "verify",
                  "-f",
                  signers.toString(),
                  "-I",
                  person,
                  "-n",
                  namespace,
                  "-s",
                  armoured.toString()));
      return result(person, output);
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary file could be written in " + folder, e);
    } finally {
      delete(folder);
    }
  }

  private static Result result(String person, Output output) {
    Matcher fingerprint = FINGERPRINT.matcher(output.stdout());
    if (output.status() == 0 && fingerprint.find()) {
      return new Result(true, fingerprint.group());
    }
    String words = (output.stdout() + output.stderr()).strip();
    return new Result(
        false,
        "the signature is not one by a key of "
            + person
            + " over this statement ("
            + (words.isEmpty() ? "ssh-keygen ended with " + output.status() : words)
            + ")");
  }

  private String signers(String person, List<String> keys) {
    StringBuilder lines = new StringBuilder();
    for (String key : keys) {
      String oneLine = key.strip();
      if (!oneLine.contains("\n")) {
        lines.append(person).append(" namespaces=\"").append(namespace).append("\" ");
        lines.append(oneLine).append('\n');
      }
    }
    return lines.toString();
  }

  private record Output(int status, String stdout, String stderr) {}

  private static Output run(Duration limit, String input, List<String> argv) {
    Path folder = temporaryFolder();
    try {
      // Files instead of pipes: no reader thread is needed, and a large message can't block either
      // side.
      Path stdin = Files.writeString(folder.resolve("in"), input);
      Path stdout = folder.resolve("out");
      Path stderr = folder.resolve("err");
      Process process =
          new ProcessBuilder(new ArrayList<>(argv))
              .redirectInput(stdin.toFile())
              .redirectOutput(stdout.toFile())
              .redirectError(stderr.toFile())
              .start();
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        return new Output(-1, "", "no answer within " + limit.toSeconds() + " s");
      }
      return new Output(
          process.exitValue(),
          Files.readString(stdout, StandardCharsets.UTF_8),
          Files.readString(stderr, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "ssh-keygen can't be run; install the OpenSSH client (openssh-client)", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Output(-1, "", "interrupted");
    } finally {
      delete(folder);
    }
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("switchback-signature");
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary folder could be made", e);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("temporary files are left in " + folder, e);
    }
  }
}
