package dev.switchback.sglang;

import java.util.List;

/**
 * How far SGLang has come in its start, by the lines of its log (sglang.srt, managers and
 * model_executor).
 */
enum Milestone {
  NONE(""),
  DISTRIBUTED_BEGIN("Init torch distributed begin"),
  DISTRIBUTED_END("Init torch distributed ends"),
  WEIGHTS_BEGIN("Load weight begin"),
  WEIGHTS_END("Load weight end"),
  KV_CACHE("KV Cache is allocated"),
  GRAPH_CAPTURE("Capture cuda graph begin"),
  GRAPH_CAPTURED("Capture cuda graph end"),
  LISTENING("Uvicorn running on"),
  READY("The server is fired up and ready to roll!");

  private final String line;

  Milestone(String line) {
    this.line = line;
  }

  /** The farthest that a log shows. */
  static Milestone of(List<String> log) {
    Milestone farthest = NONE;
    for (Milestone milestone : values()) {
      if (milestone != NONE && log.stream().anyMatch(l -> l.contains(milestone.line))) {
        farthest = milestone;
      }
    }
    return farthest;
  }
}
