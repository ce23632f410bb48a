package dev.switchback.rehearsal.shell;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The shell works on bytes, one per char; programs and files take text. */
final class Bytes {
  private Bytes() {}

  static String ofText(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /** As UTF-8 if it is that, as ISO-8859-1 otherwise. */
  static String toText(String bytes) {
    byte[] raw = bytes.getBytes(StandardCharsets.ISO_8859_1);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(raw)).toString();
    } catch (CharacterCodingException otherwise) {
      return bytes;
    }
  }
}
