package dev.switchback.nccl;

import dev.switchback.host.FileState;
import java.util.List;
import java.util.SortedMap;

/**
 * Where the service's NCCL settings come from.
 *
 * @param unitFile path of the unit's own file
 * @param unit that file
 * @param dropIns the drop-ins, by path, in the order in which systemd applies them
 * @param sitecustomize the file that the unit's interpreter runs at its start; empty if none
 * @param forced variables that this file sets whatever the unit says, with the value it forces;
 *     empty value: it removes them
 * @param defaults variables that this file sets when the unit does not
 */
public record NcclState(
    String unitFile,
    FileState unit,
    SortedMap<String, FileState> dropIns,
    String sitecustomize,
    SortedMap<String, String> forced,
    SortedMap<String, String> defaults) {

  NcclState withUnit(FileState changed) {
    return new NcclState(unitFile, changed, dropIns, sitecustomize, forced, defaults);
  }

  /** Paths that a change of profile may write. */
  List<String> writable() {
    return List.of(unitFile);
  }
}
