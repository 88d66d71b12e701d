package io.acp4j.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.schema.SessionId;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sample agent as a child process. */
class SampleAgentProcessTest {

    @TempDir
    private Path directory;

    private static AcpClient connect(List<String> command) throws Exception {
        return AcpClient.builder(StdioTransport.builder(command).launch())
                .info("sample-test", "1")
                .transcripts(TranscriptOptions.KEEP_ALL)
                .connect();
    }

    @Test
    void sessionsSurviveACrash() throws Exception {
        List<String> command = SampleAgent.command("--directory", directory.toString(), "--no-pacing");
        SessionId id;
        try (AcpClient client = connect(command)) {
            ClientSession session = client.newSession(directory);
            id = session.id();
            session.prompt("Hello");
            assertThatThrownBy(() -> session.prompt("/crash"))
                    .isInstanceOf(ConnectionClosedException.class)
                    .hasMessageContaining("1");
        }
        try (AcpClient client = connect(command)) {
            assertThat(client.storedSessions())
                    .extracting(info -> info.sessionId())
                    .contains(id);
            ClientSession session = client.loadSession(id, directory);
            session.prompt("And again");
            assertThat(session.transcript().snapshot().messages())
                    .last()
                    .extracting(message -> message.text())
                    .asString()
                    .contains("Before it you asked: Hello · /crash");
        }
    }

    @Test
    void wrongArgumentsAreReportedOnTheErrorOutput() throws Exception {
        Process process =
                new ProcessBuilder(SampleAgent.command("--temporary", "--directory", directory.toString())).start();

        assertThat(process.waitFor()).isEqualTo(2);
        assertThat(process.getInputStream().readAllBytes()).isEmpty();
        assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("Specify --directory or --temporary, not both.");
    }

    @Test
    void temporarySessionsAreDeletedAtTheEnd() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(SampleAgent.command("--temporary"));
        builder.command().add(1, "-Djava.io.tmpdir=" + directory);
        Process process = builder.start();
        process.getOutputStream().close();

        assertThat(process.waitFor()).isZero();
        assertThat(directory).isDirectoryNotContaining("glob:**acp4j-sample-agent*");
    }

    @Test
    void defaultDirectoryIsThatOfTheUsersState() {
        Path home = directory.toAbsolutePath();
        assertThat(StateDirectory.of(Map.of(), home)).isEqualTo(home.resolve(".local/state/acp/sample-agent"));
        assertThat(StateDirectory.of(Map.of("XDG_STATE_HOME", home.resolve("s").toString()), home))
                .isEqualTo(home.resolve("s/acp/sample-agent"));
        assertThat(StateDirectory.of(Map.of("XDG_STATE_HOME", "relative"), home))
                .isEqualTo(home.resolve(".local/state/acp/sample-agent"));
        assertThat(Files.exists(home.resolve(".local"))).isFalse();
    }
}
