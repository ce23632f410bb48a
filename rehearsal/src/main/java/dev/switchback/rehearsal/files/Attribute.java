package dev.switchback.rehearsal.files;

/** A file of sysfs or procfs: made when it is read, taken by the model when it is written. */
public interface Attribute {
  /** The bytes as they are now. */
  byte[] read() throws FileError;

  /** Takes one write(2). May block for as long as the kernel would. */
  void write(byte[] value) throws FileError;
}
