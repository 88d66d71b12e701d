package io.acp4j.client.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.prompt.StopReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Exchanges in the manner of real agents become what a person would expect to read. */
class RecordedShapesTest {

    private static Map<String, DefaultSessionTranscript> replay(String name) {
        try (InputStream in = Objects.requireNonNull(RecordedShapesTest.class.getResourceAsStream(name), name)) {
            return WireReplay.of(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DefaultSessionTranscript session(Map<String, DefaultSessionTranscript> sessions, String id) {
        return Objects.requireNonNull(sessions.get(id), id);
    }

    @Test
    void anAgentWithoutMessageIdsWhoseToolCallsAreOnlyUpdated() {
        DefaultSessionTranscript transcript = session(replay("updates-only.txt"), "g-1");
        assertThat(TranscriptFixture.lines(transcript))
                .containsExactly(
                        "user: What is in the garden?",
                        "agent: Roses, mostly.",
                        "user: Plant a tree",
                        "tool plant_1 completed: Planting in garden.txt",
                        "agent: Planted. Water it.",
                        "user: Count the leaves",
                        "agent: One, two,");
        Conversation conversation = transcript.snapshot();
        assertThat(conversation.commands()).hasSize(2);
        assertThat(conversation.lastStop()).isEqualTo(StopReason.CANCELLED);
        assertThat(conversation.turns()).isEqualTo(3);
    }

    @Test
    void anAgentThatReplaysWithNewIdsAndAfterAFork() {
        Map<String, DefaultSessionTranscript> sessions = replay("replays.txt");
        DefaultSessionTranscript loaded = session(sessions, "o-1");
        assertThat(TranscriptFixture.lines(loaded))
                .containsExactly(
                        "user u-1: Name a colour",
                        "agent a-1: Blue, I would say.",
                        "user u-2: Paint the door",
                        "tool call_7 completed: paint door",
                        "agent a-9: The door is blue.",
                        "user: Paint the house",
                        "agent a-4: That takes");
        assertThat(loaded.snapshot().find(new MessageId("a-2")))
                .as("an id that the agent has replaced")
                .isEmpty();
        assertThat(loaded.snapshot().find(new MessageId("a-1"))).hasSize(1);
        assertThat(TranscriptFixture.lines(session(sessions, "o-2")))
                .containsExactly(
                        "user f-1: Name a colour",
                        "agent f-2: Blue, I would say.",
                        "user: Another",
                        "agent f-3: Green");
        assertThat(session(sessions, "o-2").snapshot().commands()).hasSize(1);
    }

    @Test
    void anAgentThatUsesTheSameToolCallIdsInEachTurn() {
        DefaultSessionTranscript transcript = session(replay("same-ids.txt"), "t-1");
        assertThat(TranscriptFixture.lines(transcript))
                .containsExactly(
                        "user: Tidy up",
                        "agent: Looking around.",
                        "tool call_1 completed: Listing shelves",
                        "agent:  Now I move things.",
                        "tool call_2 completed: Moving the box",
                        "agent:  Done.",
                        "user: Again",
                        "agent: Looking around.",
                        "tool call_1 completed: Listing shelves",
                        "agent:  Now I move things.",
                        "tool call_2 failed: Moving the box",
                        "agent:  Stuck.",
                        "user: Once more",
                        "agent: Looking around.",
                        "tool call_1 cancelled: Listing shelves");
    }
}
