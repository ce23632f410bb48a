package dev.switchback.rehearsal.model.pci;

/** A driver whose probe and remove always work; {@code device} is the one id in its table. */
record PlainDriver(String name, boolean managesDma, String device) implements Driver {
  @Override
  public boolean matches(PciFunction function) {
    return function.device().equals(device);
  }

  @Override
  public void probe(PciFunction function) {}

  @Override
  public boolean remove(PciFunction function) {
    return true;
  }
}
