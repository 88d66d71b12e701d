package io.acp4j.store.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.StoredClient;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.store.jdbc.SessionStores;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A database that can only be read, such as a standby server: its sessions are shown, and prompts are refused until it can be written again. */
@Tag("full")
class PostgresReadOnlyTest {

    private final ScriptedAgent script = new ScriptedAgent();

    private AcpAgent agent(SessionRepository repository) {
        return script.builder()
                .commands(AvailableCommand.of("new", "was not there before"))
                .sessions(repository, ScriptedAgent.UNTITLED)
                .build();
    }

    @Test
    void sessionsAreShownAndPromptsAreRefused() {
        String url = PostgresServer.newStore();
        String session;
        try (SessionStore store = SessionStores.open(url);
                SessionRepository repository = SessionRepository.over(store);
                StoredClient client = StoredClient.of(script.builder()
                        .sessions(repository, ScriptedAgent.UNTITLED)
                        .build())) {
            session = client.newSession();
            client.prompt(session, "say a;think b;tool t;done t");
        }
        List<String> shown =
                List.of("user:say a;think b;tool t;done t", "agent:a", "thought:b", "tool:pending", "tool:completed");
        try (SessionStore store = SessionStores.open(url + "&options=-c%20default_transaction_read_only=on");
                SessionRepository repository = SessionRepository.over(store);
                StoredClient client = StoredClient.of(agent(repository))) {
            assertThat(client.transcript(session)).isEqualTo(shown);
            assertThat(client.raw().update().get("sessionUpdate").asText()).isEqualTo("available_commands_update");
            JsonNode error = client.raw().error(client.raw().prompt(session, "more"));
            assertThat(error.at("/data/reason").asText()).isEqualTo("store_failed");
            assertThat(client.transcript(session)).as("again").isEqualTo(shown);
        }
        try (SessionStore store = SessionStores.open(url);
                SessionRepository repository = SessionRepository.over(store);
                StoredClient client = StoredClient.of(agent(repository))) {
            assertThat(client.transcript(session)).isEqualTo(shown);
            client.raw().update();
            assertThat(client.say(session, "say c")).isEqualTo("c");
        }
    }
}
