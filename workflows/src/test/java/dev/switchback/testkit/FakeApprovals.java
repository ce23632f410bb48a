package dev.switchback.testkit;

import dev.switchback.approval.ApprovalActivities;
import dev.switchback.approval.SignedStatement;
import dev.switchback.approval.Statement;
import dev.switchback.approval.Verification;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Fake signatures: the text {@code signed by NAME}; no keys, no ssh-keygen. */
public final class FakeApprovals implements ApprovalActivities {
  private record Person(List<String> roles, String tenant) {}

  private final Map<String, Person> people = new ConcurrentHashMap<>();

  public FakeApprovals person(String name, String tenant, String... roles) {
    people.put(name, new Person(List.of(roles), tenant));
    return this;
  }

  /** From now on nothing that the person signed verifies. */
  public void remove(String name) {
    people.remove(name);
  }

  public static SignedStatement sign(Statement statement) {
    return signAs(statement.person(), statement);
  }

  public static SignedStatement signAs(String signer, Statement statement) {
    return new SignedStatement(statement.text(), "signed by " + signer);
  }

  @Override
  public Verification verify(SignedStatement signed) {
    String name = Statement.parse(signed.text()).person();
    Person person = people.get(name);
    if (person == null || !signed.signature().equals("signed by " + name)) {
      return new Verification(false, "no key of " + name + " made it", List.of(), "", "");
    }
    return new Verification(true, "", person.roles(), person.tenant(), "SHA256:" + name);
  }
}
