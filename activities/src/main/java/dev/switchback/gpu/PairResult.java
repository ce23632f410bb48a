package dev.switchback.gpu;

/**
 * One copy between two GPUs, checked word by word.
 *
 * @param src PCI function whose memory was read
 * @param dst PCI function whose memory was written
 * @param direction {@code write} (the source's engine pushes) or {@code read} (the destination's
 *     engine pulls)
 * @param bytes size of the copy
 * @param verdict what came of it
 * @param detail the first wrong word and what was seen there, or the error
 * @param gbPerSecond speed, 10^9 bytes a second; 0 if none was measured
 */
public record PairResult(
    String src,
    String dst,
    String direction,
    long bytes,
    Verdict verdict,
    String detail,
    double gbPerSecond) {
  /** What can come of a copy. */
  public enum Verdict {
    OK,
    /** Data arrived wrong, without an error. */
    MISMATCH,
    /** It did not end in time. */
    HANG,
    /** The driver offers no peer access between the two. */
    NOT_CAPABLE,
    /** The driver answered with an error. */
    ERROR
  }
}
