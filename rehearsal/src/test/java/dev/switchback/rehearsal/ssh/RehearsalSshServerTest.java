package dev.switchback.rehearsal.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.jcraft.jsch.JSchException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RehearsalSshServerTest {
  private RehearsalSshServer server;
  private Client client;

  @BeforeEach
  void start() throws Exception {
    server =
        new RehearsalSshServer(
            (line, environment, in, out, err) -> {
              if (line.equals("cut")) {
                server.cut();
              }
              out.write(in.readAllBytes());
              err.write(line.getBytes(StandardCharsets.UTF_8));
              return line.length();
            });
    client = new Client(server.port(), server.knownHostsLine());
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void passes_bytes_and_the_exit_status() throws Exception {
    server.authorize(client.publicKey());
    client.connect();
    assertThat(client.run("seven 7", "in\n")).isEqualTo(new Client.Result(7, "in\n", "seven 7"));
  }

  @Test
  void refuses_a_key_that_is_not_authorized() {
    assertThatThrownBy(client::connect).isInstanceOf(JSchException.class);
  }

  @Test
  void gives_no_status_when_the_connection_is_cut() throws Exception {
    server.authorize(client.publicKey());
    client.connect();
    assertThat(client.run("cut").status()).isEqualTo(-1);
  }

  @Test
  void refuses_logins_for_a_while() throws Exception {
    server.authorize(client.publicKey());
    server.refuseFor(Duration.ofMinutes(1));
    assertThatThrownBy(client::connect).isInstanceOf(JSchException.class);
  }

  @Test
  void refuses_what_is_no_key() {
    assertThatThrownBy(() -> server.authorize("ssh-rsa nothing"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
