package io.acp4j.client.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.transcript.TranscriptGap.Reason;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessage;
import io.acp4j.schema.update.AgentMessageChunk;
import java.util.ArrayList;
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

    /** Lists what is displayed: the parts of messages, and the gaps at their places. */
    private static List<String> displayed(Conversation conversation) {
        List<String> shown = new ArrayList<>();
        for (TranscriptEntry entry : conversation.entries()) {
            if (entry instanceof TranscriptMessage message) {
                for (MessagePart part : conversation.parts(message)) {
                    shown.add(message.role() + " "
                            + part.content().stream()
                                    .map(block -> block instanceof TextContent text ? text.text() : "<image>")
                                    .toList());
                    if (part.gap() != null) {
                        shown.add("GAP " + part.gap().reason());
                    }
                }
            } else if (entry instanceof TranscriptGap gap && !conversation.isInsideMessage(gap)) {
                shown.add("GAP " + gap.reason());
            }
        }
        return shown;
    }

    @Test
    void aGapIsDisplayedInsideTheMessageThatContinuesAfterIt() {
        transcript.promptStarted(List.of(ContentBlock.text("count")));
        transcript.update(chunk("#13 ", null));
        transcript.gap(Reason.MESSAGES_LOST);
        assertThat(displayed(transcript.snapshot()))
                .containsExactly("USER [count]", "AGENT [#13 ]", "GAP MESSAGES_LOST");
        transcript.update(chunk("#15 ", null));
        transcript.gap(Reason.MESSAGES_LOST);
        transcript.update(chunk("#17", null));
        transcript.promptEnded(StopReason.END_TURN);
        transcript.gap(Reason.CONNECTION_LOST);
        assertThat(displayed(transcript.snapshot()))
                .containsExactly(
                        "USER [count]",
                        "AGENT [#13 ]",
                        "GAP MESSAGES_LOST",
                        "AGENT [#15 ]",
                        "GAP MESSAGES_LOST",
                        "AGENT [#17]",
                        "GAP CONNECTION_LOST");
        assertThat(transcript.snapshot().messages()).hasSize(2);
    }

    @Test
    void aGapAfterAToolCallIsInsideTheMessageBeforeTheCallThatContinues() {
        transcript.update(chunk("a", "m"));
        transcript.update(TranscriptFixture.call("c", "Reading"));
        transcript.gap(Reason.MESSAGES_LOST);
        transcript.update(chunk("b", "m"));
        assertThat(displayed(transcript.snapshot())).containsExactly("AGENT [a]", "GAP MESSAGES_LOST", "AGENT [b]");
    }

    @Test
    void blocksOtherThanTextStayOnTheirSideOfAGap() {
        transcript.update(chunk("a", "m"));
        transcript.update(new AgentMessageChunk(
                new ImageContent("AA==", "image/png", null, null, null), new MessageId("m"), null));
        transcript.update(chunk("b", "m"));
        transcript.gap(Reason.MESSAGES_LOST);
        transcript.update(chunk("c", "m"));
        assertThat(displayed(transcript.snapshot()))
                .containsExactly("AGENT [a, <image>, b]", "GAP MESSAGES_LOST", "AGENT [c]");
    }

    @Test
    void aGapFollowsAMessageThatIsSentAgainAsAWhole() {
        SessionTranscript second = SessionTranscript.create(TranscriptOptions.KEEP_ALL, ProtocolVersion.V2);
        second.update(chunk("#1 ", "m"));
        second.gap(Reason.MESSAGES_LOST);
        second.update(chunk("#3", "m"));
        assertThat(displayed(second.snapshot())).containsExactly("AGENT [#1 ]", "GAP MESSAGES_LOST", "AGENT [#3]");
        second.update(new AgentMessage(
                new MessageId("m"), Patch.of(List.of(ContentBlock.text("#1 #2 #3"))), Patch.unchanged()));
        assertThat(displayed(second.snapshot())).containsExactly("AGENT [#1 #2 #3]", "GAP MESSAGES_LOST");
    }

    @Test
    void aGapInsideAMessageKeepsItsPlaceWhereTheTranscriptIsContinued() {
        SessionTranscript next = SessionTranscript.create();
        next.update(chunk("#13 ", "m"));
        next.gap(Reason.MESSAGES_LOST);
        next.update(chunk("#15", "m"));
        turn(transcript, "one", "1");
        next.continued(transcript.snapshot(), Reason.CONNECTION_LOST, true);
        assertThat(displayed(next.snapshot()))
                .containsExactly(
                        "USER [one]",
                        "AGENT [1]",
                        "GAP CONNECTION_LOST",
                        "AGENT [#13 ]",
                        "GAP MESSAGES_LOST",
                        "AGENT [#15]");
    }

    @Test
    void aGapAfterARefusedPromptIsNotInsideTheEarlierMessage() {
        turn(transcript, "one", "a long answer");
        transcript.promptStarted(List.of(ContentBlock.text("no")));
        transcript.gap(Reason.MESSAGES_LOST);
        transcript.promptFailed(null);
        transcript.gap(Reason.CONNECTION_LOST);
        assertThat(displayed(transcript.snapshot()))
                .containsExactly("USER [one]", "AGENT [a long answer]", "GAP MESSAGES_LOST", "GAP CONNECTION_LOST");
    }

    @Test
    void aGapBeforeTheFirstMessageIsNotInsideAnInheritedOne() {
        turn(transcript, "one", "1");
        SessionTranscript fork = SessionTranscript.create();
        fork.gap(Reason.MESSAGES_LOST);
        fork.inherited(transcript.snapshot(), 2);
        assertThat(displayed(fork.snapshot())).containsExactly("USER [one]", "AGENT [1]", "GAP MESSAGES_LOST");
    }

    @Test
    void marksOfAnEarlierTranscriptAreInsertedIntoTheirTurnsAfterALoad() {
        turn(transcript, "one", "1");
        transcript.gap(Reason.CONNECTION_LOST, "lost");
        transcript.promptRefused(List.of(ContentBlock.text("no")), null);
        turn(transcript, "two", "2");
        transcript.gap(Reason.MESSAGES_LOST);
        SessionTranscript loaded = SessionTranscript.create();
        turn(loaded, "one", "1");
        turn(loaded, "two", "2");
        loaded.restoreMarks(transcript.snapshot());
        assertThat(kinds(loaded.snapshot()))
                .containsExactly("USER one", "AGENT 1", "GAP CONNECTION_LOST", "other", "USER two", "AGENT 2");
        assertThat(loaded.snapshot().turns()).isEqualTo(2);
        assertThat(loaded.snapshot().entries())
                .extracting(TranscriptEntry::turn)
                .containsExactly(1, 1, 1, 1, 2, 2);
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
