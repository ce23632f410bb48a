package dev.switchback.attempt;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.temporal.failure.ApplicationFailure;

/** Refusals of an operator's act: reason and remedy in one message, never tried again. */
final class Refusals {
  /** Failure type of a refused Update. */
  static final String TYPE = "Refused";

  private Refusals() {}

  static ApplicationFailure of(String reason, String remedy) {
    return ApplicationFailure.newNonRetryableFailure(reason + "; " + remedy, TYPE);
  }

  static void requirePerson(ControlRequest request) {
    if (request.person().isBlank()) {
      throw of("nobody is named", "say who acts, by the inventory's name");
    }
  }

  static void requireReason(ControlRequest request, String act) {
    if (request.reason().isBlank()) {
      throw of(act + " needs a reason", "say why");
    }
  }

  static ObjectNode fields(ControlRequest request) {
    return Fields.of("reason", request.reason()).and("step", request.step()).json();
  }

  static ObjectNode fields(String act, ControlRequest request, ApplicationFailure refused) {
    return Fields.of("act", act)
        .and("reason", request.reason())
        .and("step", request.step())
        .and("refusal", refused.getOriginalMessage())
        .json();
  }
}
