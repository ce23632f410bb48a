package dev.switchback.change;

import java.util.List;

/**
 * Why something must not be done, in words that an operator can act on at three in the morning.
 *
 * @param rule stable name of the rule that refused, for example {@code iommu.snp-identity}
 * @param reason what was seen and why that forbids it
 * @param remedies what to do instead, the least risky first; may be empty
 */
public record Refusal(String rule, String reason, List<String> remedies) {
  public Refusal {
    remedies = List.copyOf(remedies);
  }

  @Override
  public String toString() {
    return reason + " [" + rule + "]";
  }
}
