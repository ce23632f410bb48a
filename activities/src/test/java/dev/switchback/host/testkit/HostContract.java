package dev.switchback.host.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchback.attempt.LockAnswer;
import dev.switchback.host.Command;
import dev.switchback.host.CommandResult;
import dev.switchback.host.ContactLost;
import dev.switchback.host.Errno;
import dev.switchback.host.FileRefused;
import dev.switchback.host.FileState;
import dev.switchback.host.Host;
import dev.switchback.host.HostConnector;
import dev.switchback.host.HostLock;
import dev.switchback.host.JobResult;
import dev.switchback.host.JobResult.Ending;
import dev.switchback.host.JobScope;
import dev.switchback.host.Plane;
import dev.switchback.host.Progress;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every host does, whatever is behind it: a real one, the rehearsal's, the lab's. */
public abstract class HostContract {
  private static final Duration LONG = Duration.ofSeconds(60);

  private HostConnector connector;
  private Host host;
  private String directory;

  /** Connections to the host under test; asked for once a test. */
  protected abstract HostConnector connect() throws Exception;

  /** The host's name. */
  protected abstract String hostName();

  /** An absolute path on the host, not there yet, below which the test may do anything. */
  protected abstract String scratch();

  /** The run directory that the connections use. */
  protected abstract String runDirectory();

  @BeforeEach
  void open() throws Exception {
    connector = connect();
    host = connector.open(hostName(), new JobScope("attempt-1", "step-1", "1"));
    directory = scratch();
    assertThat(host.run(Command.of("mkdir", "-p", directory)).succeeded()).isTrue();
  }

  private String path(String name) {
    return directory + "/" + name;
  }

  private CommandResult sh(String script, String... args) {
    return host.run(shell(script, args));
  }

  private static Command shell(String script, String... args) {
    List<String> argv = new java.util.ArrayList<>(List.of("sh", "-c", script, "test"));
    argv.addAll(List.of(args));
    return Command.of(argv);
  }

  private void put(String name, byte[] content) {
    assertThat(host.run(Command.of("tee", path(name)).withStdin(content)).succeeded()).isTrue();
  }

  @Test
  void a_command_has_an_exit_status() {
    assertThat(sh("exit 3").exitStatus()).isEqualTo(3);
  }

  @Test
  void standard_output_and_standard_error_are_kept_apart() {
    CommandResult result = sh("echo out; echo err >&2");
    assertThat(List.of(result.text(), result.errorText())).containsExactly("out\n", "err");
  }

  @Test
  void standard_input_arrives_byte_for_byte() {
    byte[] bytes = {0, 1, '\r', '\n', (byte) 0xff, (byte) 0x80, '\n', 0};
    assertThat(host.run(Command.of("cat").withStdin(bytes)).stdout()).isEqualTo(bytes);
  }

  @Test
  void without_input_standard_input_is_at_its_end() {
    assertThat(host.run(Command.of("cat")).stdout()).isEmpty();
  }

  @Test
  void an_argument_is_never_interpreted() {
    String nasty = "$(id) `id` 'q' \"d\" * ; | & \\ \n $HOME ü";
    assertThat(host.run(Command.of("printf", "%s", nasty)).text()).isEqualTo(nasty);
  }

  @Test
  void the_locale_is_c() {
    assertThat(sh("printf %s \"$LC_ALL\"").text()).isEqualTo("C");
  }

  @Test
  void the_locale_is_c_in_the_container() {
    CommandResult result = host.on(Plane.CONTAINER).run(shell("printf %s \"$LC_ALL\""));
    assertThat(result.text()).isEqualTo("C");
  }

  @Test
  void an_unknown_program_ends_with_127() {
    assertThat(host.run(Command.of("no-such-program-here")).exitStatus()).isEqualTo(127);
  }

  @Test
  void output_beyond_the_limit_is_dropped_and_said_so() {
    Command command = new Command(List.of("printf", "%s", "abcdef"), new byte[0], LONG, 3);
    CommandResult result = host.run(command);
    assertThat(result.truncated() + " " + result.text()).isEqualTo("true abc");
  }

  @Test
  void a_command_that_is_too_slow_is_a_lost_contact() {
    assertThatThrownBy(() -> host.run(Command.of("sleep", "30").within(Duration.ofMillis(500))))
        .isInstanceOf(ContactLost.class)
        .hasMessageContaining("500 ms");
  }

  @Test
  void a_slow_command_does_not_poison_the_next() {
    assertThatThrownBy(() -> host.run(Command.of("sleep", "30").within(Duration.ofMillis(300))))
        .isInstanceOf(ContactLost.class);
    assertThat(host.run(Command.of("true")).succeeded()).isTrue();
  }

  @Test
  void a_file_reads_back_byte_for_byte() {
    byte[] bytes = {'a', '\r', '\n', (byte) 0xff, 'b'};
    put("f", bytes);
    assertThat(host.files().read(path("f")).orElseThrow()).isEqualTo(bytes);
  }

  @Test
  void a_file_that_is_not_there_is_empty() {
    assertThat(host.files().read(path("none"))).isEmpty();
  }

  @Test
  void a_directory_can_not_be_read_as_a_file() {
    assertThatThrownBy(() -> host.files().read(directory))
        .isInstanceOfSatisfying(
            FileRefused.class, e -> assertThat(e.errno()).isEqualTo(Errno.EISDIR));
  }

  @Test
  void many_files_are_read_at_once_without_the_newline_at_their_end() {
    put("a", "one\n".getBytes(UTF_8));
    put("b", "\n0\n\ntwo".getBytes(UTF_8));
    put("c", new byte[0]);
    assertThat(host.files().readAll(List.of(path("a"), path("b"), path("c"), path("none"))))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(path("a"), "one", path("b"), "\n0\n\ntwo", path("c"), ""));
  }

  @Test
  void a_directory_is_listed_sorted() {
    put("b", new byte[0]);
    put(".a", new byte[0]);
    assertThat(host.files().list(directory)).containsExactly(".a", "b");
  }

  @Test
  void a_directory_that_is_not_there_lists_as_empty() {
    assertThat(host.files().list(path("none"))).isEmpty();
  }

  @Test
  void a_link_says_where_it_points() {
    put("file", new byte[0]);
    host.run(Command.of("ln", "-s", "../else where", path("link")));
    assertThat(host.files().readLinks(List.of(path("link"), path("file"), path("none"))))
        .isEqualTo(Map.of(path("link"), "../else where"));
  }

  @Test
  void nothing_has_the_state_absent() {
    assertThat(host.files().state(path("none"))).isEqualTo(FileState.absent());
  }

  @Test
  void a_removed_file_is_restored_byte_for_byte() {
    put("f", new byte[] {'x', '\r', '\n', (byte) 0xe4});
    host.run(Command.of("chmod", "0640", path("f")));
    FileState before = host.files().state(path("f"));
    host.run(Command.of("rm", path("f")));
    host.files().restore(path("f"), before);
    assertThat(host.files().state(path("f"))).isEqualTo(before);
  }

  @Test
  void a_changed_file_is_restored_byte_for_byte() {
    put("f", "old without newline".getBytes(UTF_8));
    host.run(Command.of("chmod", "0755", path("f")));
    FileState before = host.files().state(path("f"));
    put("f", "new\n".getBytes(UTF_8));
    host.run(Command.of("chmod", "0600", path("f")));
    host.files().restore(path("f"), before);
    assertThat(host.files().state(path("f"))).isEqualTo(before);
  }

  @Test
  void a_file_that_was_not_there_is_removed_by_a_restore() {
    put("f", "x".getBytes(UTF_8));
    host.files().restore(path("f"), FileState.absent());
    assertThat(host.files().list(directory)).isEmpty();
  }

  @Test
  void a_link_that_became_a_file_is_a_link_again() {
    put("target", "t".getBytes(UTF_8));
    host.run(Command.of("ln", "-s", "target", path("l")));
    FileState before = host.files().state(path("l"));
    host.run(Command.of("rm", path("l")));
    put("l", "file now".getBytes(UTF_8));
    host.files().restore(path("l"), before);
    assertThat(host.files().readLink(path("l"))).isEqualTo(Optional.of("target"));
  }

  @Test
  void a_restore_leaves_nothing_beside_the_file() {
    put("f", "x".getBytes(UTF_8));
    FileState before = host.files().state(path("f"));
    put("f", "y".getBytes(UTF_8));
    host.files().restore(path("f"), before);
    assertThat(host.files().list(directory)).containsExactly("f");
  }

  @Test
  void a_write_goes_to_the_target_of_a_link() {
    put("target", "old".getBytes(UTF_8));
    host.run(Command.of("ln", "-s", "target", path("l")));
    host.files().write(path("l"), "new".getBytes(UTF_8));
    assertThat(new String(host.files().read(path("target")).orElseThrow(), UTF_8)).isEqualTo("new");
  }

  @Test
  void a_write_through_a_link_keeps_the_link() {
    put("target", "old".getBytes(UTF_8));
    host.run(Command.of("ln", "-s", "target", path("l")));
    host.files().write(path("l"), "new".getBytes(UTF_8));
    assertThat(host.files().readLink(path("l"))).isEqualTo(Optional.of("target"));
  }

  @Test
  void a_write_keeps_the_mode() {
    put("f", "old".getBytes(UTF_8));
    host.run(Command.of("chmod", "0604", path("f")));
    host.files().write(path("f"), "new".getBytes(UTF_8));
    assertThat(host.files().state(path("f")).mode()).isEqualTo("0604");
  }

  @Test
  void a_write_makes_a_file_that_is_not_there() {
    host.files().write(path("f"), "new".getBytes(UTF_8));
    assertThat(host.files().state(path("f")).mode()).isEqualTo("0644");
  }

  @Test
  void a_restore_into_a_missing_directory_is_refused_by_name() {
    FileState state =
        new FileState(
            FileState.Kind.FILE,
            0,
            0,
            "0644",
            "",
            Base64.getEncoder().encodeToString(new byte[] {'x'}),
            new TreeMap<>());
    assertThatThrownBy(() -> host.files().restore(path("none/f"), state))
        .isInstanceOfSatisfying(
            FileRefused.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOENT));
  }

  @Test
  void an_attribute_is_written_as_it_is() {
    put("attribute", new byte[0]);
    host.files().writeAttribute(path("attribute"), "identity");
    assertThat(new String(host.files().read(path("attribute")).orElseThrow(), UTF_8))
        .isEqualTo("identity");
  }

  @Test
  void an_attribute_in_a_missing_directory_is_refused_by_name() {
    assertThatThrownBy(() -> host.files().writeAttribute(path("none/bind"), "x"))
        .isInstanceOfSatisfying(
            FileRefused.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOENT));
  }

  @Test
  void a_job_ends_with_its_exit_status() {
    JobResult result = host.job("exit", shell("exit 7"), LONG, false, Progress.NONE);
    assertThat(result.ending() + " " + result.result().exitStatus()).isEqualTo("EXITED 7");
  }

  @Test
  void a_job_keeps_its_output() {
    CommandResult result =
        host.job(
                "output",
                shell("cat; echo err >&2").withStdin("in".getBytes(UTF_8)),
                LONG,
                false,
                Progress.NONE)
            .result();
    assertThat(List.of(result.text(), result.errorText())).containsExactly("in", "err");
  }

  @Test
  void output_of_a_job_beyond_the_limit_is_dropped_and_said_so() {
    Command command = new Command(List.of("printf", "%s", "abcdef"), new byte[0], LONG, 3);
    CommandResult result = host.job("limit", command, LONG, false, Progress.NONE).result();
    assertThat(result.truncated() + " " + result.text()).isEqualTo("true abc");
  }

  @Test
  void a_job_of_the_same_name_runs_once() {
    Command command = shell("echo ran >>\"$1\"", path("runs"));
    host.job("once", command, LONG, false, Progress.NONE);
    host.job("once", command, LONG, false, Progress.NONE);
    assertThat(new String(host.files().read(path("runs")).orElseThrow(), UTF_8)).isEqualTo("ran\n");
  }

  @Test
  void a_job_of_another_execution_is_another_job() {
    Command command = shell("echo ran >>\"$1\"", path("runs"));
    host.job("again", command, LONG, false, Progress.NONE);
    connector
        .open(hostName(), new JobScope("attempt-1", "step-1", "2"))
        .job("again", command, LONG, false, Progress.NONE);
    assertThat(new String(host.files().read(path("runs")).orElseThrow(), UTF_8))
        .isEqualTo("ran\nran\n");
  }

  @Test
  void a_job_that_is_killed_at_its_deadline_does_not_go_on() {
    JobResult result =
        host.job("kill", Command.of("sleep", "60"), Duration.ofMillis(700), true, Progress.NONE);
    assertThat(result.ending() + " " + runs(result.pid())).isEqualTo("DEADLINE false");
  }

  @Test
  void a_job_that_is_left_at_its_deadline_goes_on() {
    JobResult result =
        host.job("leave", Command.of("sleep", "60"), Duration.ofMillis(700), false, Progress.NONE);
    boolean there = host.run(Command.of("kill", Long.toString(result.pid()))).succeeded();
    assertThat(result.ending() + " " + there).isEqualTo("DEADLINE true");
  }

  @Test
  void a_job_whose_processes_were_killed_by_someone_has_vanished() {
    Host second = connector.open(hostName(), new JobScope("attempt-1", "step-1", "1"));
    long pid =
        host.job("vanish", Command.of("sleep", "60"), Duration.ofMillis(700), false, Progress.NONE)
            .pid();
    sh("kill -KILL \"-$1\"", stat(pid).split(" ", 6)[4]);
    assertThat(second.job("vanish", Command.of("sleep", "60"), LONG, false, Progress.NONE).ending())
        .isEqualTo(Ending.VANISHED);
  }

  @Test
  void a_job_of_an_unknown_program_ends_with_127() {
    JobResult result =
        host.job("unknown", Command.of("no-such-program"), LONG, false, Progress.NONE);
    assertThat(result.result().exitStatus()).isEqualTo(127);
  }

  @Test
  void a_job_with_a_name_that_is_no_directory_is_refused() {
    assertThatThrownBy(() -> host.job("../x", Command.of("true"), LONG, false, Progress.NONE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_job_runs_in_the_container() {
    JobResult result =
        host.on(Plane.CONTAINER).job("inside", shell("exit 4"), LONG, false, Progress.NONE);
    assertThat(result.result().exitStatus()).isEqualTo(4);
  }

  @Test
  void the_lock_is_held_by_the_attempt_that_takes_it() {
    assertThat(lock().acquire("a-1", 5)).isEqualTo(new LockAnswer(true, "a-1"));
  }

  @Test
  void the_lock_can_be_taken_again_by_its_holder() {
    lock().acquire("a-1", 5);
    assertThat(lock().acquire("a-1", 5)).isEqualTo(new LockAnswer(true, "a-1"));
  }

  @Test
  void the_lock_is_refused_to_another_attempt() {
    lock().acquire("a-1", 5);
    assertThat(lock().acquire("a-2", 6)).isEqualTo(new LockAnswer(false, "a-1"));
  }

  @Test
  void the_lock_is_free_once_it_is_given_back() {
    lock().acquire("a-1", 5);
    lock().release("a-1");
    assertThat(lock().acquire("a-2", 6)).isEqualTo(new LockAnswer(true, "a-2"));
  }

  @Test
  void the_lock_is_not_given_back_by_another_attempt() {
    lock().acquire("a-1", 5);
    lock().release("a-2");
    assertThat(lock().acquire("a-2", 6).held()).isFalse();
  }

  @Test
  void the_lock_is_refused_to_an_older_token() {
    lock().acquire("a-1", 5);
    lock().release("a-1");
    assertThat(lock().acquire("a-0", 4)).isEqualTo(new LockAnswer(false, "a later lease, token 5"));
  }

  private String stat(long pid) {
    return host.files().read("/proc/" + pid + "/stat").map(b -> new String(b, UTF_8)).orElse("");
  }

  private boolean runs(long pid) {
    return !stat(pid).isEmpty() && !stat(pid).contains(") Z ");
  }

  private HostLock lock() {
    return new HostLock(host, runDirectory());
  }
}
