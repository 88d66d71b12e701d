package io.acp4j.client.transcript;

import static io.acp4j.client.transcript.TranscriptFixture.agent;
import static io.acp4j.client.transcript.TranscriptFixture.call;
import static io.acp4j.client.transcript.TranscriptFixture.callUpdate;
import static io.acp4j.client.transcript.TranscriptFixture.lines;
import static io.acp4j.client.transcript.TranscriptFixture.prompt;
import static io.acp4j.client.transcript.TranscriptFixture.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.schema.v1.prompt.StopReason;
import io.acp4j.schema.v1.tool.ToolCallStatus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TranscriptBoundsTest {

    @Test
    void theOldestEntriesAreDroppedAndSpilledAndCounted() {
        List<TranscriptEntry> spilled = new ArrayList<>();
        SessionTranscript transcript = SessionTranscript.create(
                TranscriptOptions.KEEP_ALL.withMaxEntries(3).withSpill(spilled::add));
        for (int i = 0; i < 4; i++) {
            transcript.update(user("u" + i, "question " + i));
            transcript.update(call("c" + i, "Read " + i));
        }
        Conversation now = transcript.snapshot();
        assertThat(lines(now))
                .containsExactly("tool c2 pending: Read 2", "user u3: question 3", "tool c3 pending: Read 3");
        assertThat(now.droppedEntries()).isEqualTo(5);
        assertThat(now.droppedMessages()).isEqualTo(3);
        assertThat(spilled).hasSize(5);
        assertThat(now.messages().get(0).index()).isEqualTo(3);
        assertThat(now.entries().get(0).position()).isEqualTo(5);
    }

    @Test
    void sizeIsLimitedAndTheNewestEntryStaysWhateverItsSize() {
        SessionTranscript transcript = SessionTranscript.create(TranscriptOptions.KEEP_ALL.withMaxWeight(10_000));
        for (int i = 0; i < 100; i++) {
            transcript.update(agent("m" + i, "x".repeat(900)));
        }
        assertThat(transcript.snapshot().messages()).hasSize(10);
        for (int i = 0; i < 100; i++) {
            transcript.update(agent("big", "x".repeat(900)));
        }
        assertThat(transcript.snapshot().messages()).hasSize(1);
        assertThat(transcript.snapshot().messages().get(0).length()).isEqualTo(90_000);
    }

    @Test
    void whatComesForADroppedEntryBeginsANewOne() {
        SessionTranscript transcript = SessionTranscript.create(TranscriptOptions.KEEP_ALL.withMaxEntries(2));
        transcript.promptStarted(prompt("go"));
        transcript.update(agent("a", "one"));
        transcript.update(call("c", "Read"));
        transcript.update(call("d", "Write"));
        transcript.update(agent("a", " two"));
        assertThat(lines(transcript)).containsExactly("tool d pending: Write", "agent a:  two");
        transcript.update(callUpdate("c", ToolCallStatus.COMPLETED));
        transcript.update(user("u", "go"));
        transcript.promptEnded(StopReason.CANCELLED);
        assertThat(lines(transcript)).containsExactly("tool c completed: c", "user u: go");
    }

    @Test
    void limitsMustBePositive() {
        assertThatThrownBy(() -> TranscriptOptions.KEEP_ALL.withMaxEntries(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxEntries");
        assertThatThrownBy(() -> TranscriptOptions.KEEP_ALL.withMaxWeight(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxWeight");
    }
}
