package dev.switchback.nccl;

/**
 * Input of {@code env.nccl}.
 *
 * @param profile {@code p2p-on} or {@code p2p-off}
 */
public record NcclInput(String profile) {}
