package dev.switchback.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.switchback.host.testkit.OpenSshServer;
import dev.switchback.runbook.Problem;
import dev.switchback.window.WindowActivities.Interval;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InventoryReaderTest {
  private static final String GOOD =
      """
      apiVersion: switchback/v1
      kind: Inventory
      hosts:
        seed:
          ssh: {address: 127.0.0.1, port: 2222, user: root, identity: keys/id, knownHosts: known}
          container: {id: 101}
          service:
            unit: sglang-qwen.service
            interpreter: /srv/sglang/venv/bin/python
            url: http://127.0.0.1:30000
            tensorParallel: 4
          gpus: ["0000:01:00.0", "0000:21:00.0"]
          tenants:
            own:
              own: true
              gpus: ["0000:01:00.0", "0000:21:00.0"]
              units: [sglang-qwen.service]
              files: [/etc/systemd/system/]
              containers: ["101"]
            other:
              gpus: ["0000:81:00.0"]
              vms: [200]
      people:
        alice: {tenant: own, roles: [operator], keys: ["KEY"]}
      calendars:
        maintenance: {always: true}
        nights:
          open:
            - {start: "2026-12-01T22:00:00+01:00", end: "2026-12-02T04:00:00Z"}
      """;

  @TempDir Path directory;
  private String key = "";

  @BeforeEach
  void makeKey() throws Exception {
    Path identity = Files.createDirectory(directory.resolve("keys")).resolve("id");
    OpenSshServer.makeKey(identity);
    key = Files.readString(Path.of(identity + ".pub")).strip();
  }

  private Inventory read(String text) throws Exception {
    Path file = directory.resolve("inventory.yaml");
    Files.writeString(file, text.replace("KEY", key));
    return InventoryReader.read(file);
  }

  private Inventory.HostEntry seed(String text) throws Exception {
    return Objects.requireNonNull(read(text).hosts().get("seed"));
  }

  private String problems(String text) {
    InvalidInventory invalid = catchThrowableOfType(InvalidInventory.class, () -> read(text));
    assertThat(invalid).isNotNull();
    return invalid.problems().stream()
        .map(p -> p.line() + ":" + p.column() + " " + p.message() + "; " + p.fix())
        .collect(Collectors.joining("\n"));
  }

  private String changed(String from, String to) {
    assertThat(GOOD).contains(from);
    return problems(GOOD.replace(from, to));
  }

  @Test
  void reads_a_host() throws Exception {
    assertThat(seed(GOOD).ssh())
        .isEqualTo(
            new Inventory.Ssh(
                "127.0.0.1",
                2222,
                "root",
                directory.resolve("keys/id").toString(),
                directory.resolve("known").toString()));
  }

  @Test
  void reads_the_own_tenant() throws Exception {
    assertThat(seed(GOOD).own().containers()).containsExactly("101");
  }

  @Test
  void reads_calendars_in_any_time_zone() throws Exception {
    assertThat(read(GOOD).calendars())
        .containsEntry(
            "nights",
            List.of(
                new Interval(
                    Instant.parse("2026-12-01T21:00:00Z"), Instant.parse("2026-12-02T04:00:00Z"))));
  }

  @Test
  void reads_a_calendar_without_closing_times() throws Exception {
    assertThat(read(GOOD).alwaysOpen()).isEqualTo(List.of("maintenance"));
  }

  @Test
  void a_home_directory_is_expanded() throws Exception {
    assertThat(seed(GOOD.replace("knownHosts: known", "knownHosts: ~/k")).ssh())
        .extracting(Inventory.Ssh::knownHosts)
        .isEqualTo(System.getProperty("user.home") + "/k");
  }

  @Test
  void names_line_and_column_of_an_unknown_key() {
    assertThat(changed("container: {id: 101}", "contaner: {id: 101}"))
        .startsWith("6:5 unknown key 'contaner'; did you mean 'container'?");
  }

  @Test
  void tells_all_problems_at_once() {
    assertThat(problems(GOOD.replace("port: 2222", "port: 0").replace("tensorParallel: 4", "x: 1")))
        .contains("write a port from 1 to 65535")
        .contains("unknown key 'x'")
        .contains("the key 'tensorParallel' is missing");
  }

  @Test
  void refuses_a_duplicate_key() {
    assertThat(changed("kind: Inventory\n", "kind: Inventory\nkind: Inventory\n"))
        .startsWith("3:1 the key 'kind' is here twice");
  }

  @Test
  void refuses_an_anchor() {
    assertThat(changed("gpus: [\"0000:81", "gpus: &a [\"0000:81")).contains("anchors and aliases");
  }

  @Test
  void refuses_a_tag() {
    assertThat(changed("kind: Inventory", "kind: !!str Inventory")).contains("tags are not");
  }

  @Test
  void refuses_a_second_document() {
    assertThat(problems(GOOD + "---\na: 1\n")).contains("a second document");
  }

  @Test
  void refuses_broken_yaml_where_it_breaks() {
    assertThat(problems("apiVersion: [\nkind: x: y\n")).contains("not readable as YAML");
  }

  @Test
  void refuses_an_empty_file() {
    assertThat(problems("")).contains("the file is empty");
  }

  @Test
  void refuses_a_file_beyond_a_mebibyte() {
    assertThat(problems(GOOD + "#".repeat(1 << 20))).contains("larger than 1 MiB");
  }

  @Test
  void refuses_a_function_in_another_form() {
    assertThat(changed("[\"0000:81:00.0\"]", "[\"81:00.0\"]")).contains("0000:41:00.0");
  }

  @Test
  void refuses_two_own_tenants() {
    assertThat(changed("    other:\n", "    other:\n        own: true\n"))
        .contains("2 tenants are marked as the own one; mark exactly one with own: true");
  }

  @Test
  void refuses_a_function_of_two_tenants() {
    assertThat(changed("[\"0000:81:00.0\"]", "[\"0000:21:00.0\"]"))
        .contains("0000:21:00.0 is there twice, first with tenant own");
  }

  @Test
  void refuses_a_gpu_that_is_not_the_own_tenants() {
    assertThat(
            changed(
                "gpus: [\"0000:01:00.0\", \"0000:21:00.0\"]\n    tenants",
                "gpus: [\"0000:81:00.0\"]\n    tenants"))
        .contains("0000:81:00.0 is not the own tenant's");
  }

  @Test
  void refuses_a_person_of_no_tenant() {
    assertThat(changed("tenant: own", "tenant: owm")).contains("no host has a tenant 'owm'");
  }

  @Test
  void refuses_a_public_key_that_is_none() {
    assertThat(changed("\"KEY\"", "\"ssh-ed25519 AAAA\"")).contains("not a public key");
  }

  @Test
  void refuses_a_private_key_that_others_can_read() throws Exception {
    Path identity = directory.resolve("keys/id");
    Files.setPosixFilePermissions(identity, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(problems(GOOD)).contains("chmod 600 '" + identity + "'");
  }

  @Test
  void refuses_a_private_key_that_is_not_there() throws Exception {
    Files.delete(directory.resolve("keys/id"));
    assertThat(problems(GOOD)).contains("can't be read; make it with ssh-keygen");
  }

  @Test
  void refuses_a_time_that_does_not_exist() {
    assertThat(changed("2026-12-02T04", "2026-13-02T04")).contains("no such time");
  }

  @Test
  void refuses_an_interval_that_ends_before_it_starts() {
    assertThat(changed("2026-12-02T04", "2026-11-02T04")).contains("ends before it starts");
  }

  @Test
  void an_address_can_not_be_an_option() {
    assertThat(changed("address: 127.0.0.1", "address: -oProxyCommand=x"))
        .contains("write a host name or an IP address");
  }

  @Test
  void a_missing_file_is_a_problem_with_its_name() {
    Path none = directory.resolve("none.yaml");
    InvalidInventory invalid =
        catchThrowableOfType(InvalidInventory.class, () -> InventoryReader.read(none));
    assertThat(invalid.problems()).extracting(Problem::file).containsExactly(none.toString());
  }
}
