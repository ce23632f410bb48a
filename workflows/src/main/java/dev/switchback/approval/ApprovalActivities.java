package dev.switchback.approval;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Checks signatures; the rules of a gate are the workflow's. */
@ActivityInterface(namePrefix = "approval.")
public interface ApprovalActivities {
  /** Verifies a signed statement against the inventory's keys with {@code ssh-keygen -Y verify}. */
  @ActivityMethod
  Verification verify(SignedStatement signed);
}
