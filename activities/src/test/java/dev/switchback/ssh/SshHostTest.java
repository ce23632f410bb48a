package dev.switchback.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchback.host.Plane;
import dev.switchback.inventory.Inventory.Container;
import dev.switchback.inventory.Inventory.HostEntry;
import dev.switchback.inventory.Inventory.Ssh;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SshHostTest {
  private static HostEntry host(String user, Optional<Container> container) {
    Ssh ssh = new Ssh("127.0.0.1", 22, user, "", "known_hosts");
    return new HostEntry("seed", ssh, container, Optional.empty(), List.of(), List.of());
  }

  @Test
  void root_needs_no_sudo() {
    assertThat(SshHost.argv(host("root", Optional.empty()), Plane.HOST, List.of("id")))
        .containsExactly("env", "LC_ALL=C", "id");
  }

  @Test
  void another_user_enters_the_container_through_sudo() {
    HostEntry entry = host("ops", Optional.of(new Container("101")));
    assertThat(String.join(" ", SshHost.argv(entry, Plane.CONTAINER, List.of("id", "-u"))))
        .isEqualTo("sudo -n -- env LC_ALL=C pct exec 101 --keep-env 0 -- env LC_ALL=C id -u");
  }

  @Test
  void a_host_without_a_container_has_no_such_plane() {
    assertThatThrownBy(
            () -> SshHost.argv(host("root", Optional.empty()), Plane.CONTAINER, List.of("id")))
        .hasMessageContaining("no container on host 'seed'");
  }
}
