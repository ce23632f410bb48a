package dev.switchback.rehearsal.programs;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.switchback.rehearsal.model.nvidia.NvidiaDriver;
import dev.switchback.rehearsal.shell.Invocation;
import dev.switchback.rehearsal.shell.Program;
import java.io.IOException;

/** Stand-in of host program {@code holders}: who has the GPUs of given minors open. */
public final class Holders implements Program {
  private final ObjectMapper json = new ObjectMapper();
  private final NvidiaDriver driver;

  /** Asks {@code driver}. */
  public Holders(NvidiaDriver driver) {
    this.driver = driver;
  }

  @Override
  public int run(Invocation call) throws IOException {
    ArrayNode found = json.createArrayNode();
    for (NvidiaDriver.Holder holder : driver.holders()) {
      if (call.arguments().contains(Integer.toString(holder.minor()))) {
        found
            .addObject()
            .put("pid", holder.pid())
            .put("comm", holder.comm())
            .put("device", "/dev/nvidia" + holder.minor())
            .put("minor", holder.minor());
      }
    }
    call.print(json.writeValueAsString(found) + "\n");
    return 0;
  }
}
