package io.acp4j.inspector.drive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.test.FakeAgent;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ForkMenuTest {

    private static final String UNKNOWN = "The messages before it are unknown. Load the session to know them.";
    private static final String NO_ID = "The agent has given this message no messageId.";

    /** Returns the reasons of the disabled items of a message. */
    private static Map<String, String> reasons(ClientSession session, int message) {
        OpenSession open = new OpenSession("k", session, new StateBoard(), () -> {}, () -> {});
        int position = open.conversation().messages().get(message).position();
        Map<String, String> reasons = new TreeMap<>();
        for (JsonNode item : new ForkMenu(open).of(position).path("items")) {
            if (!item.path("enabled").asBoolean()) {
                reasons.put(item.path("action").asText(), item.path("reason").asText());
            }
        }
        return reasons;
    }

    @Test
    void unknownMessagesOfAResumedSessionAreTheReason() {
        SessionId id = new SessionId("old");
        try (FakeAgent agent = FakeAgent.create().stored(id);
                AcpClient client =
                        agent.client().transcripts(TranscriptOptions.KEEP_ALL).connect()) {
            agent.onPrompt(turn -> turn.update(AgentMessageChunk.text(null, "heard")));
            ClientSession session = client.resumeSession(
                    ResumeSessionRequest.builder(id, "/project").build(), null);
            session.prompt("one");

            assertThat(reasons(session, 0))
                    .containsEntry("fork", NO_ID + " " + UNKNOWN)
                    .containsEntry("edit", UNKNOWN);
            assertThat(reasons(session, 1))
                    .containsEntry("fork", NO_ID + " " + UNKNOWN)
                    .containsEntry("regenerate", UNKNOWN);
        }
    }

    @Test
    void missingIdIsTheReasonIfAllMessagesAreKnown() {
        try (FakeAgent agent = FakeAgent.create();
                AcpClient client =
                        agent.client().transcripts(TranscriptOptions.KEEP_ALL).connect()) {
            agent.onPrompt(turn -> turn.update(AgentMessageChunk.text(null, "heard")));
            ClientSession session = client.newSession(Path.of("/project"));
            session.prompt("one");

            assertThat(reasons(session, 0)).containsEntry("fork", NO_ID).doesNotContainKey("edit");
        }
    }
}
