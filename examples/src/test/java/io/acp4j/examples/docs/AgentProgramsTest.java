package io.acp4j.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.test.FakeClient;
import io.acp4j.test.FakeSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The programs that the guide to agents shows whole, and how many types of this library each needs. */
class AgentProgramsTest {

    @TempDir
    Path directory;

    private static List<String> importsOf(String source) throws IOException {
        return Files.readAllLines(Path.of(source)).stream()
                .filter(line -> line.startsWith("import io.acp4j."))
                .toList();
    }

    @Test
    void theSmallestAgentNeedsTwoTypes() throws IOException {
        assertThat(importsOf("src/main/java/io/acp4j/examples/echo/EchoAgent.java"))
                .hasSize(2);
    }

    @Test
    void anAgentWithAToolAPermissionAndAStoreNeedsEightTypes() throws IOException {
        assertThat(importsOf("src/test/java/io/acp4j/examples/docs/CountingAgent.java"))
                .hasSize(8);
    }

    @ParameterizedTest
    @CsvSource({"true, There are 2 files.", "false, I did not count."})
    void theToolRunsOnlyWithPermissionAndTheSessionIsStored(boolean isAllowed, String said) throws IOException {
        Files.writeString(directory.resolve("a.txt"), "a");
        Files.writeString(directory.resolve("b.txt"), "b");
        FakeClient client = FakeClient.create();
        try (SessionRepository sessions = SessionRepository.over(SessionStore.inMemory());
                client) {
            (isAllowed ? client.allowing() : client.rejecting()).connect(CountingAgent.create(sessions));
            FakeSession session = client.newSession(NewSessionRequest.of(directory.toString()));
            session.prompt("Count");
            assertThat(session.said()).isEqualTo(said);
            assertThat(sessions.find(session.id())).isNotNull();
        }
    }
}
