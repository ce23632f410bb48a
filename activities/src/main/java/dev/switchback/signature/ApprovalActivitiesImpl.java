package dev.switchback.signature;

import dev.switchback.approval.ApprovalActivities;
import dev.switchback.approval.SignedStatement;
import dev.switchback.approval.Statement;
import dev.switchback.approval.Verification;
import dev.switchback.inventory.Inventory;
import dev.switchback.inventory.Inventory.Person;
import java.util.List;
import java.util.function.Supplier;

/**
 * Verifies statements against the people of the inventory as it is at that moment: who has left, or
 * lost a role or key, between the decision and its use no longer counts.
 */
public final class ApprovalActivitiesImpl implements ApprovalActivities {
  private final Supplier<Inventory> inventory;
  private final SshSignatures signatures;

  public ApprovalActivitiesImpl(Supplier<Inventory> inventory, SshSignatures signatures) {
    this.inventory = inventory;
    this.signatures = signatures;
  }

  @Override
  public Verification verify(SignedStatement signed) {
    Statement statement;
    try {
      statement = Statement.parse(signed.text());
    } catch (IllegalArgumentException e) {
      return refused("not a statement: " + e.getMessage());
    }
    Person person = inventory.get().people().get(statement.person());
    if (person == null) {
      return refused(
          "nobody in the inventory is called '" + statement.person() + "'; add the person and key");
    }
    SshSignatures.Result result =
        signatures.verify(person.name(), person.keys(), signed.text(), signed.signature());
    return result.valid()
        ? new Verification(true, "", person.roles(), person.tenant(), result.detail())
        : refused(result.detail());
  }

  private static Verification refused(String reason) {
    return new Verification(false, reason, List.of(), "", "");
  }
}
