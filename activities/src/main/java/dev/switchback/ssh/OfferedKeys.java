package dev.switchback.ssh;

import com.jcraft.jsch.HostKey;
import com.jcraft.jsch.HostKeyRepository;
import com.jcraft.jsch.UserInfo;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A known_hosts file that is never written, and that remembers which key a host offered. */
final class OfferedKeys implements HostKeyRepository {
  private final HostKeyRepository known;
  private String offeredFor = "";
  private byte[] offered = new byte[0];

  OfferedKeys(HostKeyRepository known) {
    this.known = known;
  }

  /** Algorithm and fingerprint of the key that was offered; empty before there was one. */
  String offeredKey() {
    return offered.length == 0 ? "" : algorithm(offered) + " " + fingerprint(offered);
  }

  /** Algorithms and fingerprints that the file has for the host; empty if it has none. */
  String knownKeys() {
    @Nullable HostKey[] keys = known.getHostKey(offeredFor, null);
    return keys == null
        ? ""
        : Arrays.stream(keys)
            .map(k -> k.getType() + " " + fingerprint(Base64.getDecoder().decode(k.getKey())))
            .collect(Collectors.joining(", "));
  }

  static String fingerprint(byte[] key) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(key);
      return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static String algorithm(byte[] key) {
    int length = Math.min(key[3] & 0xff, key.length - 4);
    return new String(key, 4, length, StandardCharsets.US_ASCII);
  }

  @Override
  public int check(String host, byte[] key) {
    offeredFor = host;
    offered = key.clone();
    return known.check(host, key);
  }

  @Override
  public void add(HostKey key, UserInfo user) {
    throw new IllegalStateException("known hosts are never added to");
  }

  @Override
  public void remove(String host, String type) {
    throw new IllegalStateException("known hosts are never removed");
  }

  @Override
  public void remove(String host, String type, byte[] key) {
    throw new IllegalStateException("known hosts are never removed");
  }

  @Override
  public String getKnownHostsRepositoryID() {
    return known.getKnownHostsRepositoryID();
  }

  @Override
  public HostKey[] getHostKey() {
    return known.getHostKey();
  }

  @Override
  public HostKey[] getHostKey(@Nullable String host, @Nullable String type) {
    return known.getHostKey(host, type);
  }
}
