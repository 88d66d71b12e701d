package io.acp4j.store.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.StoredClient;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.store.jdbc.JdbcStoreOptions;
import io.acp4j.store.jdbc.SessionStores;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent whose SQLite file is asked much of, or held by others. */
class BusySqliteAgentTest {

    @TempDir
    private Path directory;

    @Test
    void aThousandSessionsCanBeMadeAtOnce() {
        try (SessionRepository repository = SessionRepository.over(SessionStores.open(directory));
                StoredClient client = StoredClient.of(
                        new ScriptedAgent().builder().sessions(repository).build())) {
            int sessions = 1000;
            for (int i = 0; i < sessions; i++) {
                client.raw().request("session/new", "{\"cwd\":\"/project\",\"mcpServers\":[]}");
            }
            Set<String> made = new HashSet<>();
            for (int i = 0; i < sessions; i++) {
                JsonNode frame = client.raw().next();
                assertThat(frame.at("/result/sessionId").isTextual())
                        .as("%s", frame)
                        .isTrue();
                made.add(frame.at("/result/sessionId").asText());
            }
            assertThat(made).hasSize(sessions);
            assertThat(client.list()).hasSize(sessions).containsAll(made);
        }
    }

    @Test
    void whatCannotBeWrittenWhileOthersHoldTheFileIsToldToBeTriedAgain() throws Exception {
        Path file = directory.resolve("sessions.db");
        JdbcStoreOptions impatient =
                JdbcStoreOptions.builder().busyTimeout(Duration.ofMillis(100)).build();
        try (SessionRepository repository = SessionRepository.over(SessionStores.open(file, impatient));
                StoredClient client = StoredClient.of(
                        new ScriptedAgent().builder().sessions(repository).build())) {
            String session = whileNobodyHoldsTheFile(client::newSession);
            assertThat(whileNobodyHoldsTheFile(() -> client.say(session, "one")))
                    .isEqualTo("re: one");
            String id = "'sessionId':'" + session + "'";
            Map<String, String> writing = Map.of(
                    "session/new", "{'cwd':'/project','mcpServers':[]}",
                    "session/load", "{" + id + ",'cwd':'/project','mcpServers':[]}",
                    "session/fork", StoredClient.forkOf(session, ""),
                    "session/prompt", "{" + id + ",'prompt':[{'type':'text','text':'x'}]}",
                    "session/delete", "{" + id + "}");
            try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file)) {
                SqliteFile.execute(other, "BEGIN IMMEDIATE");
                writing.forEach((method, params) -> {
                    JsonNode error = client.refused(method, params);
                    assertThat(error.at("/data/reason").asText()).as(method).isEqualTo("store_failed");
                    assertThat(error.at("/data/retry").asBoolean()).as(method).isTrue();
                    assertThat(error.get("message").asText()).contains("Try again");
                });
                SqliteFile.execute(other, "ROLLBACK");
            }
            assertThat(whileNobodyHoldsTheFile(() -> client.say(session, "next")))
                    .isEqualTo("re: next");
        }
    }

    /** Has the agent do what it can: on a busy machine the impatient may be too late for its own other writes, and is asked again. */
    private static <T> T whileNobodyHoldsTheFile(Supplier<T> work) {
        AtomicReference<T> done = new AtomicReference<>();
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(10))
                .untilAsserted(() -> done.set(work.get()));
        return done.get();
    }
}
