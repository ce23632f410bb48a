package dev.switchback.ssh;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchback.host.AccessRefused;
import dev.switchback.host.Command;
import dev.switchback.host.CommandResult;
import dev.switchback.host.ContactLost;
import dev.switchback.host.Errno;
import dev.switchback.host.FileRefused;
import dev.switchback.host.FileState;
import dev.switchback.host.Host;
import dev.switchback.host.JobResult;
import dev.switchback.host.JobScope;
import dev.switchback.host.Progress;
import dev.switchback.host.Unreachable;
import dev.switchback.host.testkit.Await;
import dev.switchback.host.testkit.OpenSshServer;
import dev.switchback.host.testkit.TcpProxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a real OpenSSH server and a real line can show. */
class SshConnectionTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final JobScope SCOPE = new JobScope("attempt", "step", "1");

  @TempDir Path directory;

  @SuppressWarnings("NullAway.Init")
  private OpenSshServer server;

  @SuppressWarnings("NullAway.Init")
  private TcpProxy line;

  @SuppressWarnings("NullAway.Init")
  private HostConnections connections;

  @BeforeEach
  void start() throws Exception {
    server = OpenSshServer.start(directory);
    line = new TcpProxy(server.port());
    connections = new HostConnections(server.inventory(line.port()), settings());
  }

  @AfterEach
  void stop() throws Exception {
    connections.close();
    line.close();
    server.close();
  }

  private SshSettings settings() {
    return SshSettings.defaults().withRunDirectory(directory.resolve("run").toString());
  }

  private Host host() {
    return connections.open(OpenSshServer.HOST, SCOPE);
  }

  private void reconnect(int port, String identity) {
    connections.close();
    connections = new HostConnections(server.inventory(port, identity), settings());
  }

  private static Command sh(String script) {
    return Command.of("sh", "-c", script).within(LONG);
  }

  @Test
  void ten_megabytes_come_back_whole() {
    Command command =
        new Command(List.of("head", "-c", "10000000", "/dev/zero"), new byte[0], LONG, 20_000_000);
    assertThat(host().run(command).stdout()).hasSize(10_000_000);
  }

  @Test
  void both_streams_are_drained_at_the_same_time() {
    CommandResult result =
        host().run(sh("head -c 1000000 /dev/zero >&2; head -c 1000000 /dev/zero"));
    assertThat(List.of(result.stdout().length, result.stderr().length))
        .containsExactly(1_000_000, 1_000_000);
  }

  @Test
  void a_megabyte_of_noise_goes_there_and_back() {
    byte[] noise = new byte[1 << 20];
    new Random(7).nextBytes(noise);
    assertThat(host().run(Command.of("cat").withStdin(noise).within(LONG)).stdout())
        .isEqualTo(noise);
  }

  @Test
  void input_that_nobody_reads_does_not_hang() {
    byte[] bytes = new byte[5 << 20];
    assertThat(host().run(Command.of("true").withStdin(bytes).within(LONG)).exitStatus()).isZero();
  }

  @Test
  void a_long_command_line_arrives() {
    String text = "x".repeat(100_000);
    assertThat(host().run(Command.of("printf", "%s", text)).text()).isEqualTo(text);
  }

  @Test
  void a_command_line_that_no_host_could_take_is_refused_here() {
    assertThatThrownBy(() -> host().run(Command.of("true", "x".repeat(200_000))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("standard input");
  }

  @Test
  void an_end_by_a_signal_is_128_and_its_number() {
    assertThat(host().run(sh("kill -KILL $$")).exitStatus()).isEqualTo(137);
  }

  @Test
  void consecutive_commands_share_a_connection() {
    Command parent = sh("echo $SSH_CONNECTION");
    assertThat(host().run(parent).text()).isEqualTo(host().run(parent).text());
  }

  @Test
  void an_idle_connection_is_closed() throws Exception {
    connections.close();
    connections =
        new HostConnections(
            server.inventory(line.port()), settings().withIdle(Duration.ofMillis(200)));
    host().run(Command.of("true"));
    Await.until("closed", LONG, () -> connections.openConnections() == 0);
  }

  @Test
  void a_closed_connector_connects_no_more() {
    Host host = host();
    connections.close();
    assertThatThrownBy(() -> host.run(Command.of("true"))).isInstanceOf(Unreachable.class);
  }

  @Test
  void the_host_key_is_known_by_its_fingerprint() throws Exception {
    assertThat(connections.hostKey(OpenSshServer.HOST))
        .isEqualTo("ssh-ed25519 " + OpenSshServer.fingerprint(server.hostKey()));
  }

  @Test
  void an_unknown_host_key_is_refused_with_its_fingerprint() throws Exception {
    Files.writeString(server.knownHosts(), "");
    assertThatThrownBy(() -> host().run(Command.of("true")))
        .isInstanceOf(AccessRefused.class)
        .hasMessageContaining("seed")
        .hasMessageContaining("is unknown")
        .hasMessageContaining("ssh-ed25519 " + OpenSshServer.fingerprint(server.hostKey()));
  }

  @Test
  void a_changed_host_key_is_refused_with_both_fingerprints() throws Exception {
    Path other = directory.resolve("other_key");
    OpenSshServer.makeKey(other);
    String key = Files.readString(Path.of(other + ".pub")).split(" ", 3)[1];
    Files.writeString(
        server.knownHosts(), "[127.0.0.1]:" + line.port() + " ssh-ed25519 " + key + "\n");
    assertThatThrownBy(() -> host().run(Command.of("true")))
        .isInstanceOf(AccessRefused.class)
        .hasMessageContaining("changed")
        .hasMessageContaining(OpenSshServer.fingerprint(server.hostKey()))
        .hasMessageContaining(OpenSshServer.fingerprint(other));
  }

  @Test
  void a_refused_connection_leaves_known_hosts_alone() throws Exception {
    Files.writeString(server.knownHosts(), "");
    assertThatThrownBy(() -> host().run(Command.of("true"))).isInstanceOf(AccessRefused.class);
    assertThat(server.knownHosts()).isEmptyFile();
  }

  @Test
  void a_missing_known_hosts_file_is_refused() throws Exception {
    Files.delete(server.knownHosts());
    assertThatThrownBy(() -> host().run(Command.of("true")))
        .isInstanceOf(AccessRefused.class)
        .hasMessageContaining("ssh-keyscan");
  }

  @Test
  void a_key_that_the_host_does_not_know_is_refused_by_name() throws Exception {
    Path stranger = directory.resolve("stranger");
    OpenSshServer.makeKey(stranger);
    reconnect(line.port(), stranger.toString());
    assertThatThrownBy(() -> host().run(Command.of("true")))
        .isInstanceOf(AccessRefused.class)
        .hasMessageContaining(stranger.toString())
        .hasMessageContaining("user '" + System.getProperty("user.name") + "'");
  }

  @Test
  void a_private_key_that_is_none_is_refused() throws Exception {
    Path rubbish = Files.writeString(directory.resolve("rubbish"), "rubbish");
    reconnect(line.port(), rubbish.toString());
    assertThatThrownBy(() -> host().run(Command.of("true")))
        .isInstanceOf(AccessRefused.class)
        .hasMessageContaining(rubbish.toString());
  }

  @Test
  void a_closed_port_is_unreachable_by_address_and_port() throws Exception {
    int port = OpenSshServer.freePort();
    reconnect(port, server.identity().toString());
    assertThatThrownBy(() -> host().run(Command.of("true")))
        .isInstanceOf(Unreachable.class)
        .hasMessageContaining("127.0.0.1 port " + port);
  }

  @Test
  void a_line_cut_before_the_answer_is_a_lost_contact() {
    Host host = host();
    Path mark = directory.resolve("mark");
    CompletableFuture<CommandResult> answer =
        CompletableFuture.supplyAsync(() -> host.run(sh("touch '" + mark + "'; sleep 60")));
    Await.until("the command runs", LONG, () -> Files.exists(mark));
    line.cut();
    assertThatThrownBy(() -> answer.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(ContactLost.class);
  }

  @Test
  void a_cut_line_is_replaced_for_the_next_command() {
    Host host = host();
    host.run(Command.of("true"));
    line.cut();
    Await.until("the cut is noticed", LONG, () -> connections.openConnections() == 0);
    assertThat(host.run(Command.of("true")).succeeded()).isTrue();
  }

  @Test
  void a_job_whose_start_was_never_confirmed_is_found_again_and_ran_once() throws Exception {
    Path paused = directory.resolve("paused");
    Path go = directory.resolve("go");
    Path runs = directory.resolve("runs");
    // The directory is in place, the job not yet started, the answer not yet sent: cut here.
    server.shim(
        "mv",
        "/bin/mv \"$@\" || exit\ntouch '%s'\nwhile [ ! -e '%s' ]; do sleep 0.05; done\n"
            .formatted(paused, go));
    Host host = host();
    CompletableFuture<JobResult> result =
        CompletableFuture.supplyAsync(
            () -> host.job("once", sh("echo ran >>'" + runs + "'"), LONG, false, Progress.NONE));
    Await.until("the start is under way", LONG, () -> Files.exists(paused));
    line.cut();
    Files.createFile(go);
    assertThat(result.get(90, TimeUnit.SECONDS).ending()).isEqualTo(JobResult.Ending.EXITED);
    assertThat(runs).hasContent("ran");
  }

  @Test
  void a_job_survives_its_line() throws Exception {
    Path started = directory.resolve("started");
    Path go = directory.resolve("go");
    Host host = host();
    Command command =
        sh("touch '%s'; while [ ! -e '%s' ]; do sleep 0.05; done; exit 5".formatted(started, go));
    CompletableFuture<JobResult> result =
        CompletableFuture.supplyAsync(
            () -> host.job("survive", command, LONG, false, Progress.NONE));
    Await.until("the job runs", LONG, () -> Files.exists(started));
    line.cut();
    Files.createFile(go);
    assertThat(result.get(90, TimeUnit.SECONDS).result().exitStatus()).isEqualTo(5);
  }

  @Test
  void a_named_pipe_is_never_written() throws Exception {
    Path pipe = directory.resolve("pipe");
    host().run(Command.of("mkfifo", pipe.toString()));
    assertThatThrownBy(() -> host().files().write(pipe.toString(), "x".getBytes(UTF_8)))
        .hasMessageContaining("not a regular file");
  }

  @Test
  void extended_attributes_come_back() throws Exception {
    Path file = Files.writeString(directory.resolve("f"), "x");
    var attributes =
        Files.getFileAttributeView(
            file, java.nio.file.attribute.UserDefinedFileAttributeView.class);
    attributes.write("note", UTF_8.encode("kept"));
    FileState before = host().files().state(file.toString());
    Files.delete(file);
    host().files().restore(file.toString(), before);
    assertThat(before.attributes()).containsKey("user.note");
    assertThat(host().files().state(file.toString())).isEqualTo(before);
  }

  /** As on a file system that finds space only when it must: the sync says that there is none. */
  private void fillTheDisk() throws Exception {
    server.shim(
        "python3",
        """
        text=$3
        shift 3
        exec /usr/bin/python3 -I -c "import os, errno
        def full(descriptor): raise OSError(errno.ENOSPC, 'full')
        os.fsync = full
        $text" "$@"
        """);
  }

  @Test
  void a_full_disk_is_refused_by_name() throws Exception {
    Path file = Files.writeString(directory.resolve("f"), "old");
    fillTheDisk();
    assertThatThrownBy(() -> host().files().write(file.toString(), new byte[9]))
        .isInstanceOfSatisfying(
            FileRefused.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOSPC));
  }

  @Test
  void a_full_disk_leaves_the_old_file_and_nothing_beside_it() throws Exception {
    Path file = Files.writeString(Files.createDirectory(directory.resolve("d")).resolve("f"), "o");
    fillTheDisk();
    assertThatThrownBy(() -> host().files().write(file.toString(), new byte[9]))
        .isInstanceOf(FileRefused.class);
    assertThat(host().files().list(directory.resolve("d").toString())).containsExactly("f");
    assertThat(file).hasContent("o");
  }

  @Test
  void what_a_killed_restore_left_is_swept() throws Exception {
    Path parent = Files.createDirectory(directory.resolve("d"));
    Path file = Files.writeString(parent.resolve("f"), "old");
    String mark =
        dev.switchback.json.Json.sha256("f".getBytes(UTF_8)).substring("sha256:".length(), 23);
    Files.writeString(parent.resolve(".switchback-" + mark + "-0123"), "half");
    host().files().write(file.toString(), "new".getBytes(UTF_8));
    assertThat(parent).isDirectoryNotContaining("glob:**/.switchback*");
  }
}
