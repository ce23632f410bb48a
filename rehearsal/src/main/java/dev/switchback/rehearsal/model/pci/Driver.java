package dev.switchback.rehearsal.model.pci;

import dev.switchback.rehearsal.model.kernel.KernelRefusal;

/** A kernel driver of PCI functions. */
public interface Driver {

  /** Returns its name in sysfs. */
  String name();

  /** Tells whether its id table names {@code function}; an override makes it match regardless. */
  boolean matches(PciFunction function);

  /** Tells whether it manages DMA ownership itself, as vfio-pci and pcieport do. */
  boolean managesDma();

  /**
   * Takes the function.
   *
   * @throws KernelRefusal when the probe fails; the function stays without a driver
   */
  void probe(PciFunction function) throws KernelRefusal;

  /** Lets go of the function; false when it waits, without end, for its users. */
  boolean remove(PciFunction function);

  /** A driver of no particular behaviour. */
  static Driver plain(String name, boolean managesDma, String device) {
    return new PlainDriver(name, managesDma, device);
  }
}
