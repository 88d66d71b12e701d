package io.acp4j.client.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.transcript.TranscriptGap.Reason;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Gaps in a transcript: their place, their number, and the continuation on another connection. */
class TranscriptGapTest {

    private final SessionTranscript transcript = SessionTranscript.create();

    private static AgentMessageChunk chunk(String text, String id) {
        return new AgentMessageChunk(ContentBlock.text(text), id == null ? null : new MessageId(id), null);
    }

    private static void turn(SessionTranscript transcript, String prompt, String answer) {
        transcript.promptStarted(List.of(ContentBlock.text(prompt)));
        transcript.update(chunk(answer, null));
        transcript.promptEnded(StopReason.END_TURN);
    }

    private static List<String> kinds(Conversation conversation) {
        return conversation.entries().stream()
                .map(entry -> entry instanceof TranscriptMessage message
                        ? message.role() + " " + message.text()
                        : entry instanceof TranscriptGap gap ? "GAP " + gap.reason() : "other")
                .toList();
    }

    @Test
    void aGapIsAnEntryAndNoMessageAndDoesNotSplitOne() {
        transcript.promptStarted(List.of(ContentBlock.text("count")));
        transcript.update(chunk("#13 ", null));
        transcript.gap(Reason.MESSAGES_LOST);
        transcript.update(chunk("#15", null));
        assertThat(kinds(transcript.snapshot())).containsExactly("USER count", "AGENT #13 #15", "GAP MESSAGES_LOST");
        assertThat(transcript.snapshot().messages()).hasSize(2);
        assertThat(transcript.snapshot().entries())
                .extracting(TranscriptEntry::position)
                .containsExactly(0, 1, 2);
    }

    @Test
    void lossesWithoutAnEntryBetweenThemAreOneGap() {
        turn(transcript, "one", "1");
        transcript.gap(Reason.MESSAGES_LOST);
        transcript.gap(Reason.MESSAGES_LOST);
        turn(transcript, "two", "2");
        transcript.gap(Reason.MESSAGES_LOST);
        assertThat(kinds(transcript.snapshot()))
                .containsExactly(
                        "USER one", "AGENT 1", "GAP MESSAGES_LOST", "USER two", "AGENT 2", "GAP MESSAGES_LOST");
    }

    @Test
    void aContinuedTranscriptHasTheEarlierEntriesTheGapAndWhatCameSince() {
        turn(transcript, "one", "1");
        turn(transcript, "two", "2");
        SessionTranscript next = SessionTranscript.create();
        next.update(chunk("early", "m"));
        next.continued(transcript.snapshot(), Reason.CONNECTION_LOST, true);
        turn(next, "three", "3");

        assertThat(kinds(next.snapshot()))
                .containsExactly(
                        "USER one",
                        "AGENT 1",
                        "USER two",
                        "AGENT 2",
                        "GAP CONNECTION_LOST",
                        "AGENT early",
                        "USER three",
                        "AGENT 3");
        assertThat(next.snapshot().turns()).isEqualTo(3);
        assertThat(next.snapshot().messages())
                .extracting(TranscriptMessage::index)
                .containsExactly(0, 1, 2, 3, 4, 5, 6);
    }

    @Test
    void aGapSurvivesAReplayAsideAndCountsForTheLimits() {
        turn(transcript, "one", "1");
        SessionTranscript.Replay replay = transcript.replayStarted();
        transcript.promptStarted(List.of(ContentBlock.text("two")));
        transcript.gap(Reason.MESSAGES_LOST);
        transcript.update(new io.acp4j.schema.update.UserMessageChunk(ContentBlock.text("one"), null, null));
        transcript.update(chunk("1", null));
        replay.end(true);
        assertThat(kinds(transcript.snapshot()))
                .containsExactlyInAnyOrder("USER one", "AGENT 1", "GAP MESSAGES_LOST", "USER two");
        assertThat(transcript.snapshot().entries())
                .allSatisfy(entry -> assertThat(entry.size()).isPositive());
    }
}
