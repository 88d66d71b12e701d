package io.acp4j.client.transcript;

import static io.acp4j.client.transcript.TranscriptFixture.agent;
import static io.acp4j.client.transcript.TranscriptFixture.call;
import static io.acp4j.client.transcript.TranscriptFixture.callUpdate;
import static io.acp4j.client.transcript.TranscriptFixture.lines;
import static io.acp4j.client.transcript.TranscriptFixture.prompt;
import static io.acp4j.client.transcript.TranscriptFixture.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.client.internal.conversation.Sizes;
import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.schema.CompactionId;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.CompactionSummaryChunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TranscriptBoundsTest {

    @Test
    void theOldestEntriesAreDroppedAndSpilledAndCounted() {
        List<TranscriptEntry> spilled = new ArrayList<>();
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create(
                TranscriptOptions.builder().maxEntries(3).spill(spilled::add).build());
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
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create(
                TranscriptOptions.builder().maxSize(10_000).build());
        for (int i = 0; i < 100; i++) {
            transcript.update(agent("m" + i, "x".repeat(900)));
        }
        assertThat(transcript.snapshot().messages()).hasSize(10);
        for (int i = 0; i < 100; i++) {
            transcript.update(agent("big", "x".repeat(900)));
        }
        assertThat(transcript.snapshot().messages()).hasSize(1);
        TranscriptMessage big = transcript.snapshot().messages().get(0);
        assertThat(big.length()).isEqualTo(90_000);
        assertThat(big.size()).isLessThanOrEqualTo(10_000 + Sizes.ENTRY);
        assertThat(big.missing()).isEqualTo(80_000);
    }

    @Test
    void messageThatIsTooLargeKeepsItsBeginningAndItsEnd() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            int limit = 2 + random.nextInt(5_000);
            DefaultSessionTranscript transcript = DefaultSessionTranscript.create(
                    TranscriptOptions.builder().maxSize(limit).build());
            StringBuilder said = new StringBuilder();
            for (int i = 0; i < 60; i++) {
                String piece =
                        Integer.toString(i, 36).repeat(random.nextInt(random.nextInt(10) == 0 ? 3_000 : 60)) + "🦊";
                said.append(piece);
                transcript.update(agent("m", piece));
                TranscriptMessage message = transcript.snapshot().messages().get(0);
                assertThat(message.size()).as("seed %d", seed).isLessThanOrEqualTo(limit + Sizes.ENTRY);
                assertThat(message.length()).isEqualTo(said.length());
                if (message.missing() == 0) {
                    assertThat(message.text()).isEqualTo(said.toString());
                    continue;
                }
                String note = "\n[… " + message.missing() + " characters are not kept …]\n";
                int at = message.text().indexOf(note);
                String head = message.text().substring(0, at);
                String tail = message.text().substring(at + note.length());
                assertThat(said.toString()).as("seed %d", seed).startsWith(head).endsWith(tail);
                assertThat(head.length() + tail.length() + message.missing()).isEqualTo(said.length());
                assertThat(head + "|" + tail)
                        .matches(text -> text.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF));
                assertThat(message.content()).hasSizeLessThanOrEqualTo(3);
            }
        }
    }

    @Test
    void otherContentIsKeptWholeOrNotAtAll() {
        ContentBlock image = new ImageContent("A".repeat(600), "image/png", null, null, null);
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create(
                TranscriptOptions.builder().maxSize(1_500).build());
        for (int i = 0; i < 10; i++) {
            transcript.update(new AgentMessageChunk(image, new MessageId("m"), null));
        }
        TranscriptMessage message = transcript.snapshot().messages().get(0);
        assertThat(message.content()).filteredOn(block -> block.equals(image)).hasSize(2);
        assertThat(message.missing()).isEqualTo(8 * 600);
    }

    @Test
    void promptsAndSummariesHaveTheSameLimit() {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create(
                TranscriptOptions.builder().maxSize(1_000).build());
        transcript.promptStarted(prompt("x".repeat(5_000)));
        assertThat(transcript.snapshot().messages().get(0).missing()).isEqualTo(4_000);
        for (int i = 0; i < 100; i++) {
            transcript.update(
                    new CompactionSummaryChunk(new CompactionId("k"), ContentBlock.text("y".repeat(500)), null));
        }
        assertThat(transcript.snapshot().entries().get(0).size()).isLessThanOrEqualTo(1_000 + Sizes.ENTRY);
    }

    @Test
    void whatComesForADroppedEntryBeginsANewOne() {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create(
                TranscriptOptions.builder().maxEntries(2).build());
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
        assertThatThrownBy(() -> TranscriptOptions.builder().maxEntries(0).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxEntries");
        assertThatThrownBy(() -> TranscriptOptions.builder().maxSize(0).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxSize");
    }
}
