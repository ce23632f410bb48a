package dev.switchback.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.jcraft.jsch.JSchException;
import dev.switchback.rehearsal.machine.SeedHost;
import dev.switchback.rehearsal.scenario.Scenario;
import dev.switchback.rehearsal.ssh.Client;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway.Init")
class RehearsalHostTest {
  private static final String IN_CONTAINER = "pct exec 101 --keep-env 0 -- ";
  private static final String UNIT = "sglang-qwen.service";
  private static final String UNIT_FILE = "/etc/systemd/system/" + UNIT;

  private RehearsalHost host;
  private Client client;

  private void start(String scenario) throws Exception {
    SeedHost.Parts parts =
        new SeedHost.Parts(new TestFiles(), new TestFiles(), TestPrograms.ALL, Map.of());
    host =
        RehearsalHost.start(
            Scenario.named(scenario), parts, Clock.systemUTC(), Duration.ofMillis(50));
    client = new Client(host.port(), host.knownHostsLine());
    host.authorize(client.publicKey());
    client.connect();
  }

  @AfterEach
  void stop() {
    client.close();
    host.close();
  }

  private String out(String line) throws Exception {
    return client.run(line).out();
  }

  private String inside(String line) throws Exception {
    return out(IN_CONTAINER + line);
  }

  private void switchGpu(String gpu, int group) throws Exception {
    client.run("echo " + gpu + " > /sys/bus/pci/drivers/nvidia/unbind");
    client.run("echo identity > /sys/kernel/iommu_groups/" + group + "/type");
    client.run("echo " + gpu + " > /sys/bus/pci/drivers/nvidia/bind");
  }

  private void switchAll() throws Exception {
    for (int i = 0; i < 4; i++) {
      switchGpu(host.facts().gpus().get(i), 20 + i);
    }
  }

  private static void await(BooleanSupplier condition) {
    long limit = System.nanoTime() + 10_000_000_000L;
    while (!condition.getAsBoolean() && System.nanoTime() < limit) {
      Thread.onSpinWait();
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  private boolean answers(String line, String text) {
    try {
      return out(line).contains(text);
    } catch (Exception broken) {
      throw new IllegalStateException(broken);
    }
  }

  private void stopService() throws Exception {
    assertThat(client.run(IN_CONTAINER + "systemctl stop " + UNIT).status()).isZero();
  }

  @Test
  void shows_the_unit_as_systemctl_does() throws Exception {
    start("healthy");
    assertThat(inside("systemctl show " + UNIT + " -p ActiveState,LoadState --no-pager"))
        .isEqualTo("LoadState=loaded\nActiveState=active\n");
  }

  @Test
  void reads_a_group_type() throws Exception {
    start("healthy");
    assertThat(out("cat /sys/kernel/iommu_groups/20/type")).isEqualTo("DMA-FQ\n");
  }

  @Test
  void says_why_a_type_write_is_refused() throws Exception {
    start("healthy");
    assertThat(client.run("tee /sys/kernel/iommu_groups/20/type", "identity\n").err())
        .endsWith("Operation not permitted\n");
  }

  @Test
  void delivers_right_data_after_the_switch_in_healthy() throws Exception {
    start("healthy");
    stopService();
    switchAll();
    assertThat(out("python3 p2p-probe --functions 0000:01:00.0,0000:21:00.0 --bytes 65536"))
        .contains("\"verdict\":\"OK\"")
        .doesNotContain("MISMATCH");
  }

  @Test
  void measures_shared_memory_at_first() throws Exception {
    start("healthy");
    String line =
        "/srv/sglang/venv/bin/python -m sglang.bench_serving --num-prompts 8 --output-file /tmp/b";
    assertThat(client.run(IN_CONTAINER + line).status()).isZero();
    assertThat(inside("cat /tmp/b")).contains("\"completed\":8").contains("output_throughput\":14");
  }

  private double measuredOverP2p(String scenario) throws Exception {
    start(scenario);
    stopService();
    switchAll();
    String unit =
        inside("cat " + UNIT_FILE)
            .replace("NCCL_P2P_DISABLE=1", "NCCL_P2P_DISABLE=0 NCCL_P2P_LEVEL=SYS");
    client.run(IN_CONTAINER + "tee " + UNIT_FILE, unit);
    client.run(IN_CONTAINER + "systemctl daemon-reload");
    client.run(IN_CONTAINER + "systemctl start " + UNIT);
    await(() -> answers(IN_CONTAINER + "python3 http-get http://127.0.0.1:30000/health 5", "200"));
    client.run(
        IN_CONTAINER
            + "/srv/sglang/venv/bin/python -m sglang.bench_serving --num-prompts 8 --output-file /b");
    return new ObjectMapper().readTree(inside("cat /b")).required("output_throughput").asDouble();
  }

  @Test
  void is_faster_over_p2p_in_healthy() throws Exception {
    assertThat(measuredOverP2p("healthy")).isBetween(1900.0, 2000.0);
  }

  @Test
  void is_slower_over_p2p_in_benchmark_regression() throws Exception {
    assertThat(measuredOverP2p("benchmark-regression")).isLessThan(1400);
  }

  @Test
  void stays_on_shared_memory_in_nccl_falls_back_to_shm() throws Exception {
    assertThat(measuredOverP2p("nccl-falls-back-to-shm")).isBetween(1450.0, 1500.0);
  }

  @Test
  void answers_a_command_within_a_few_milliseconds() throws Exception {
    start("healthy");
    client.run("echo warm");
    long before = System.nanoTime();
    for (int i = 0; i < 100; i++) {
      client.run("cat /sys/kernel/iommu_groups/20/type");
    }
    assertThat((System.nanoTime() - before) / 100).isLessThan(50_000_000L);
  }

  @Test
  void takes_a_changed_unit_at_the_next_start() throws Exception {
    start("healthy");
    stopService();
    String unit = inside("cat " + UNIT_FILE);
    assertThat(unit).contains("NCCL_P2P_DISABLE=1");
    client.run(IN_CONTAINER + "systemctl daemon-reload");
    client.run(IN_CONTAINER + "systemctl start " + UNIT);
    await(() -> answers(IN_CONTAINER + "journalctl -u " + UNIT + " -o cat --no-pager", "fired up"));
    assertThat(host.effects())
        .containsExactly(
            "container stop " + UNIT, "container daemon-reload", "container start " + UNIT);
  }

  @Test
  void fetches_from_the_service() throws Exception {
    start("healthy");
    assertThat(inside("python3 http-get http://127.0.0.1:30000/v1/models 5"))
        .contains("\"status\":200")
        .contains("Qwen3.5-122B-A10B");
  }

  @Test
  void sees_the_settings_of_sitecustomize() throws Exception {
    start("wrong-encoding-sitecustomize");
    assertThat(inside("python3 effective-environment NCCL_P2P_DISABLE NCCL_PROTO OTHER"))
        .isEqualTo(
            "{\"sitecustomize\":\"/usr/lib/python3.12/sitecustomize.py\",\"environment\":"
                + "{\"NCCL_P2P_DISABLE\":\"1\",\"NCCL_PROTO\":\"LL\",\"OTHER\":null}}\n");
  }

  @Test
  void does_not_boot_the_canary_in_fsp_boot_failure() throws Exception {
    start("fsp-boot-failure");
    stopService();
    switchGpu("0000:01:00.0", 20);
    assertThat(out("nvidia-smi -i 0000:01:00.0 -L")).contains("No devices were found");
    assertThat(out("journalctl -k -b 0 -o cat --no-pager")).contains("FSP boot cmds failed");
  }

  @Test
  void logs_illegal_entries_in_snp_active() throws Exception {
    start("snp-active");
    stopService();
    switchGpu("0000:01:00.0", 20);
    assertThat(out("cat /sys/module/kvm_amd/parameters/sev_snp")).isEqualTo("Y\n");
    assertThat(out("dmesg")).contains("ILLEGAL_DEV_TABLE_ENTRY");
  }

  @Test
  void keeps_the_neighbours_reservations() throws Exception {
    start("healthy");
    assertThat(out("cat /run/qemu-server/pci-id-reservations"))
        .contains("0000:81:00.0 200 pid:40200");
  }

  @Test
  void lists_who_holds_the_gpus() throws Exception {
    start("healthy");
    assertThat(out("python3 holders 0 1")).contains("sglang::scheduler_TP0").doesNotContain("TP2");
  }

  @Test
  void cuts_the_connection_after_the_type_write_in_ssh_drops() throws Exception {
    start("ssh-drops");
    stopService();
    client.run("echo 0000:01:00.0 > /sys/bus/pci/drivers/nvidia/unbind");
    assertThat(client.run("echo identity > /sys/kernel/iommu_groups/20/type").status())
        .isEqualTo(-1);
    client.connect();
    assertThat(out("cat /sys/kernel/iommu_groups/20/type")).isEqualTo("identity\n");
  }

  @Test
  void comes_back_with_another_boot_id_in_host_reboots() throws Exception {
    start("host-reboots");
    String before = out("cat /proc/sys/kernel/random/boot_id");
    stopService();
    client.run("echo 0000:01:00.0 > /sys/bus/pci/drivers/nvidia/unbind");
    client.run("echo identity > /sys/kernel/iommu_groups/20/type");
    assertThatThrownBy(client::connect).isInstanceOf(JSchException.class);
    await(this::connects);
    assertThat(out("cat /proc/sys/kernel/random/boot_id")).isNotEqualTo(before);
    assertThat(out("cat /sys/kernel/iommu_groups/20/type")).isEqualTo("DMA-FQ\n");
  }

  private boolean connects() {
    try {
      client.connect();
      return true;
    } catch (JSchException refused) {
      return false;
    }
  }

  @Test
  void is_as_before_once_a_switch_is_undone() throws Exception {
    start("healthy");
    SortedMap<String, String> before = host.snapshot();
    stopService();
    switchGpu("0000:01:00.0", 20);
    client.run("echo 0000:01:00.0 > /sys/bus/pci/drivers/nvidia/unbind");
    client.run("echo DMA-FQ > /sys/kernel/iommu_groups/20/type");
    client.run("echo 0000:01:00.0 > /sys/bus/pci/drivers/nvidia/bind");
    client.run(IN_CONTAINER + "systemctl start " + UNIT);
    assertThat(host.snapshot()).isEqualTo(before);
  }

  @Test
  void edits_the_unit_in_drift_after_approval() throws Exception {
    start("drift-after-approval");
    SortedMap<String, String> before = host.snapshot();
    assertThat(host.trigger()).isTrue();
    assertThat(host.snapshot()).isNotEqualTo(before);
    assertThat(host.effects()).containsExactly("container write " + UNIT_FILE);
  }

  @Test
  void reserves_an_own_gpu_in_neighbour_vm_starts() throws Exception {
    start("neighbour-vm-starts");
    assertThat(host.trigger()).isTrue();
    assertThat(out("cat /run/qemu-server/pci-id-reservations")).contains("0000:61:00.0 201 time:");
  }

  @Test
  void has_no_room_in_disk_full() throws Exception {
    start("disk-full");
    assertThat(client.run(IN_CONTAINER + "tee " + UNIT_FILE, "text").err())
        .isEqualTo("tee: " + UNIT_FILE + ": No space left on device\n");
  }

  @Test
  void waits_without_end_in_unbind_stuck() throws Exception {
    start("unbind-stuck");
    stopService();
    Thread writer =
        new Thread(() -> answers("echo 0000:01:00.0 > /sys/bus/pci/drivers/nvidia/unbind", ""));
    writer.setDaemon(true);
    writer.start();
    await(() -> answers("dmesg", "non-zero usage count"));
    assertThat(List.copyOf(host.effects())).last().asString().contains("unbind 0000:01:00.0");
  }

  @Test
  void describes_itself_as_an_inventory() throws Exception {
    start("healthy");
    assertThat(
            host.inventoryYaml(
                "/k",
                "/h",
                Map.of(
                    "ada",
                    new RehearsalHost.Person("tenant-a", List.of("operator"), List.of("k")))))
        .contains("tensorParallel: 4")
        .contains("unit: \"sglang-qwen.service\"");
  }
}
