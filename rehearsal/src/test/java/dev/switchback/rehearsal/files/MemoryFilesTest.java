package dev.switchback.rehearsal.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class MemoryFilesTest {
  private final MemoryFiles files = new MemoryFiles(Clock.systemUTC());

  @BeforeEach
  void makeFolder() throws FileError {
    files.mkdir("/d", 0755);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private String text(String path) throws FileError {
    return new String(files.read(path), UTF_8);
  }

  private static void refused(String errno, ThrowingCallable operation) {
    assertThatThrownBy(operation)
        .isInstanceOfSatisfying(
            FileError.class, error -> assertThat(error.errno()).isEqualTo(errno));
  }

  @Nested
  class Paths {
    @Test
    void follows_a_relative_link_from_its_own_folder() throws FileError {
      files.write("/d/real", bytes("x"));
      files.symlink("../d/real", "/d/link");
      assertThat(text("/d/link")).isEqualTo("x");
    }

    @Test
    void writes_through_a_dangling_link() throws FileError {
      files.symlink("/d/made", "/link");
      files.write("/link", bytes("x"));
      assertThat(text("/d/made")).isEqualTo("x");
    }

    @Test
    void resolves_dots_and_doubled_slashes() throws FileError {
      assertThat(files.resolve("//d/./../d/")).isEqualTo("/d");
    }

    @Test
    void goes_up_from_where_a_link_leads() throws FileError {
      files.mkdir("/d/e", 0755);
      files.symlink("/d/e", "/link");
      assertThat(files.resolve("/link/..")).isEqualTo("/d");
    }

    @Test
    void gives_up_on_links_in_a_circle() throws FileError {
      files.symlink("b", "/a");
      files.symlink("a", "/b");
      refused("ELOOP", () -> files.read("/a"));
    }

    @Test
    void finds_no_way_through_a_file() throws FileError {
      files.write("/d/f", bytes(""));
      refused("ENOTDIR", () -> files.read("/d/f/x"));
    }

    @Test
    void finds_no_directory_behind_a_file_with_a_slash() throws FileError {
      files.write("/d/f", bytes(""));
      refused("ENOTDIR", () -> files.stat("/d/f/"));
    }

    @Test
    void knows_no_relative_path() {
      refused("ENOENT", () -> files.read("d"));
    }

    @Test
    void refuses_a_name_of_256_bytes() {
      refused("ENAMETOOLONG", () -> files.write("/" + "x".repeat(256), bytes("")));
    }
  }

  @Nested
  class Content {
    @Test
    void replaces_what_was_there() throws FileError {
      files.write("/d/f", bytes("long before"));
      files.write("/d/f", bytes("new"));
      assertThat(text("/d/f")).isEqualTo("new");
    }

    @Test
    void appends() throws FileError {
      files.append("/d/f", bytes("a"));
      files.append("/d/f", bytes("b"));
      assertThat(text("/d/f")).isEqualTo("ab");
    }

    @Test
    void keeps_mode_and_inode_of_a_file_that_is_written_again() throws FileError {
      files.write("/d/f", bytes("a"));
      files.chmod("/d/f", 0600);
      long inode = files.stat("/d/f").inode();
      files.write("/d/f", bytes("b"));
      assertThat(files.stat("/d/f"))
          .extracting(VirtualFiles.Status::mode, VirtualFiles.Status::inode)
          .containsExactly(0600, inode);
    }

    @Test
    void is_not_shared_with_the_caller() throws FileError {
      byte[] mine = bytes("a");
      files.write("/d/f", mine);
      mine[0] = 'z';
      files.read("/d/f")[0] = 'z';
      assertThat(text("/d/f")).isEqualTo("a");
    }

    @Test
    void cannot_be_read_from_a_directory() {
      refused("EISDIR", () -> files.read("/d"));
    }

    @Test
    void leaves_an_empty_file_on_a_full_disk() throws FileError {
      files.write("/d/f", bytes("before"));
      files.failWrites("/d", "ENOSPC", "No space left on device");
      refused("ENOSPC", () -> files.write("/d/f", bytes("after")));
      assertThat(text("/d/f")).isEmpty();
    }

    @Test
    void stays_on_a_read_only_tree() throws FileError {
      files.write("/d/f", bytes("before"));
      files.failWrites("/d", "EROFS", "Read-only file system");
      refused("EROFS", () -> files.write("/d/f", bytes("after")));
      assertThat(text("/d/f")).isEqualTo("before");
    }

    @Test
    void is_taken_again_when_the_fault_is_over() throws FileError {
      files.failWrites("/d", "ENOSPC", "No space left on device");
      files.failWrites("/d", "", "");
      files.write("/d/f", bytes("x"));
      assertThat(text("/d/f")).isEqualTo("x");
    }

    @Test
    void beside_a_fault_is_not_concerned() throws FileError {
      files.mkdir("/dd", 0755);
      files.failWrites("/d", "ENOSPC", "No space left on device");
      files.write("/dd/f", bytes("x"));
      assertThat(text("/dd/f")).isEqualTo("x");
    }
  }

  @Nested
  class Names {
    @Test
    void move_over_a_file_keeps_the_moved_inode() throws FileError {
      files.write("/d/new", bytes("new"));
      files.write("/d/old", bytes("old"));
      long inode = files.stat("/d/new").inode();
      files.rename("/d/new", "/d/old");
      assertThat(files.stat("/d/old").inode()).isEqualTo(inode);
      assertThat(files.list("/d")).containsExactly("old");
    }

    @Test
    void move_replaces_a_link_not_its_target() throws FileError {
      files.write("/d/f", bytes("kept"));
      files.write("/d/new", bytes("new"));
      files.symlink("f", "/d/link");
      files.rename("/d/new", "/d/link");
      assertThat(text("/d/f")).isEqualTo("kept");
    }

    @Test
    void of_a_folder_move_over_an_empty_folder() throws FileError {
      files.mkdir("/a", 0755);
      files.rename("/d", "/a");
      assertThat(files.list("/")).containsExactly("a");
    }

    @Test
    void of_a_folder_stay_when_the_target_holds_something() throws FileError {
      files.mkdir("/a", 0755);
      files.write("/a/f", bytes(""));
      refused("ENOTEMPTY", () -> files.rename("/d", "/a"));
    }

    @Test
    void of_a_folder_do_not_move_into_it() {
      refused("EINVAL", () -> files.rename("/d", "/d/e"));
    }

    @Test
    void of_a_file_do_not_replace_a_folder() throws FileError {
      files.write("/f", bytes(""));
      refused("EISDIR", () -> files.rename("/f", "/d"));
    }

    @Test
    void of_a_folder_do_not_replace_a_file() throws FileError {
      files.write("/f", bytes(""));
      refused("ENOTDIR", () -> files.rename("/d", "/f"));
    }

    @Test
    void are_made_once() {
      refused("EEXIST", () -> files.mkdir("/d", 0755));
    }

    @Test
    void of_links_are_made_once_even_if_they_dangle() throws FileError {
      files.symlink("/nowhere", "/link");
      refused("EEXIST", () -> files.symlink("/d", "/link"));
    }

    @Test
    void of_folders_are_not_unlinked() {
      refused("EISDIR", () -> files.unlink("/d"));
    }

    @Test
    void of_folders_with_entries_stay() throws FileError {
      files.write("/d/f", bytes(""));
      refused("ENOTEMPTY", () -> files.rmdir("/d"));
    }

    @Test
    void are_told_in_order_when_they_change() throws FileError {
      List<String> told = new ArrayList<>();
      files.onChange(told::add);
      files.write("/d/f", bytes("x"));
      files.chmod("/d/f", 0600);
      files.rename("/d/f", "/d/g");
      files.unlink("/d/g");
      assertThat(told)
          .containsExactly("write /d/f", "chmod /d/f", "rename /d/f /d/g", "unlink /d/g");
    }
  }

  @Nested
  class MountedTrees {
    private final SortedMap<String, String> model = new TreeMap<>();

    @BeforeEach
    void mount() {
      model.put("/sys/bus/a/value", "1\n");
      files.mountTree("/sys", this::tree);
    }

    private VirtualFiles.Tree tree() {
      SortedMap<String, Attribute> attributes = new TreeMap<>();
      model.keySet().forEach(path -> attributes.put(path, attribute(path)));
      return new VirtualFiles.Tree(
          attributes, new TreeMap<>(java.util.Map.of("/sys/class/a", "../bus/a")));
    }

    private Attribute attribute(String path) {
      return new Attribute() {
        @Override
        public byte[] read() {
          return bytes(model.getOrDefault(path, ""));
        }

        @Override
        public void write(byte[] value) throws FileError {
          if (value[0] == '!') {
            throw Errno.EBUSY.error();
          }
          model.put(path, new String(value, UTF_8));
        }
      };
    }

    @Test
    void are_read_through_their_links() throws FileError {
      assertThat(text("/sys/class/a/value")).isEqualTo("1\n");
    }

    @Test
    void follow_the_model() throws FileError {
      model.put("/sys/bus/b/value", "2\n");
      assertThat(files.list("/sys/bus")).containsExactly("a", "b");
      model.remove("/sys/bus/b/value");
      assertThat(files.exists("/sys/bus/b")).isFalse();
    }

    @Test
    void take_a_write_as_it_is() throws FileError {
      files.write("/sys/bus/a/value", bytes("identity"));
      assertThat(model).containsEntry("/sys/bus/a/value", "identity");
    }

    @Test
    void pass_the_refusal_on() {
      refused("EBUSY", () -> files.write("/sys/bus/a/value", bytes("!")));
    }

    @Test
    void hear_nothing_of_an_empty_write() throws FileError {
      files.write("/sys/bus/a/value", bytes(""));
      assertThat(model).containsEntry("/sys/bus/a/value", "1\n");
    }

    @Test
    void take_no_new_files() {
      refused("EACCES", () -> files.write("/sys/bus/a/new", bytes("x")));
      refused("EPERM", () -> files.mkdir("/sys/bus/new", 0755));
      refused("EPERM", () -> files.unlink("/sys/bus/a/value"));
    }

    @Test
    void end_where_the_model_ends() {
      refused("ENOENT", () -> files.read("/sys/bus/a/absent"));
    }

    @Test
    void leave_the_rest_usable_while_a_write_waits() throws Exception {
      CountDownLatch entered = new CountDownLatch(1);
      CountDownLatch leave = new CountDownLatch(1);
      files.mount("/stuck", 0200, waiting(entered, leave));
      Thread writer = new Thread(() -> writeQuietly("/stuck"));
      writer.start();
      assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
      files.write("/d/f", bytes("x"));
      leave.countDown();
      writer.join(10_000);
      assertThat(text("/d/f")).isEqualTo("x");
    }

    private void writeQuietly(String path) {
      try {
        files.write(path, bytes("x"));
      } catch (FileError refused) {
        throw new IllegalStateException(refused);
      }
    }

    private static Attribute waiting(CountDownLatch entered, CountDownLatch leave) {
      return new Attribute() {
        @Override
        public byte[] read() throws FileError {
          throw Errno.EACCES.error();
        }

        @Override
        public void write(byte[] value) {
          entered.countDown();
          try {
            leave.await();
          } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
          }
        }
      };
    }
  }

  @Nested
  class Descriptions {
    @Test
    void differ_when_a_mode_differs() throws FileError {
      files.write("/d/f", bytes("x"));
      SortedMap<String, String> before = files.describe("/d");
      files.chmod("/d/f", 0600);
      assertThat(files.describe("/d")).isNotEqualTo(before);
    }

    @Test
    void name_each_path_once() throws FileError {
      files.symlink("f", "/d/link");
      assertThat(files.describe("/d"))
          .containsEntry("/d", "directory 0:0 0755")
          .containsEntry("/d/link", "link 0:0 0777 -> f");
    }
  }
}
