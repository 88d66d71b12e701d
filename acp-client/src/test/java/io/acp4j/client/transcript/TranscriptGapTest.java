package io.acp4j.client.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.transcript.TranscriptEntry.Gap.Reason;
import io.acp4j.rpc.Registration;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gaps in a transcript: their place, their number, and the continuation on another connection. */
class TranscriptGapTest {

    private final DefaultSessionTranscript transcript = DefaultSessionTranscript.create();

    private static AgentMessageChunk chunk(String text, String id) {
        return new AgentMessageChunk(ContentBlock.text(text), id == null ? null : new MessageId(id), null);
    }

    private static void turn(DefaultSessionTranscript transcript, String prompt, String answer) {
        transcript.promptStarted(List.of(ContentBlock.text(prompt)));
        transcript.update(chunk(answer, null));
        transcript.promptEnded(StopReason.END_TURN);
    }

    private static List<String> kinds(Conversation conversation) {
        return conversation.entries().stream()
                .map(entry -> entry instanceof TranscriptMessage message
                        ? message.role() + " " + message.text()
                        : entry instanceof TranscriptEntry.Gap gap ? "GAP " + gap.reason() : "other")
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
                for (TranscriptMessage.Part part : conversation.parts(message)) {
                    shown.add(message.role() + " "
                            + part.content().stream()
                                    .map(block -> block instanceof TextContent text ? text.text() : "<image>")
                                    .toList());
                    if (part.gap() != null) {
                        shown.add("GAP " + part.gap().reason());
                    }
                }
            } else if (entry instanceof TranscriptEntry.Gap gap && !conversation.isInsideMessage(gap)) {
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
        DefaultSessionTranscript second =
                DefaultSessionTranscript.create(TranscriptOptions.KEEP_ALL, ProtocolVersion.V2);
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
        DefaultSessionTranscript next = DefaultSessionTranscript.create();
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
        DefaultSessionTranscript fork = DefaultSessionTranscript.create();
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
        DefaultSessionTranscript loaded = DefaultSessionTranscript.create();
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
        DefaultSessionTranscript next = DefaultSessionTranscript.create();
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
        DefaultSessionTranscript.Replay replay = transcript.replayStarted();
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

    /** Adds a turn with a message, a tool call and another message, and a second turn. */
    private static void twoMessages(DefaultSessionTranscript to, String firstId, String text, boolean hasGap) {
        to.promptStarted(List.of(ContentBlock.text("count")));
        to.update(chunk(text.substring(0, 3), firstId));
        if (hasGap) {
            to.gap(Reason.CONNECTION_LOST, "#2 ");
        }
        to.update(chunk(text.substring(3), firstId));
        to.update(TranscriptFixture.call("c", "Reading"));
        to.update(chunk("a long answer", firstId == null ? null : "n"));
        to.promptEnded(StopReason.END_TURN);
        turn(to, "two", "2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"m", ""})
    void aGapStaysInsideItsMessageAfterALoad(String name) {
        String id = name.isEmpty() ? null : name;
        twoMessages(transcript, id, "#1 #3", true);
        DefaultSessionTranscript loaded = DefaultSessionTranscript.create();
        twoMessages(loaded, id, "#1 #3", false);
        loaded.restoreMarks(transcript.snapshot());
        assertThat(displayed(loaded.snapshot()))
                .containsExactly(
                        "USER [count]",
                        "AGENT [#1 ]",
                        "GAP CONNECTION_LOST",
                        "AGENT [#3]",
                        "AGENT [a long answer]",
                        "USER [two]",
                        "AGENT [2]");
    }

    @Test
    void aGapFollowsTheTurnWhereTheLoadedHistoryHasOtherMessages() {
        twoMessages(transcript, "m", "#1 #3", true);
        DefaultSessionTranscript loaded = DefaultSessionTranscript.create();
        twoMessages(loaded, "m", "One, two, three", false);
        loaded.restoreMarks(transcript.snapshot());
        assertThat(displayed(loaded.snapshot()))
                .containsExactly(
                        "USER [count]",
                        "AGENT [One, two, three]",
                        "AGENT [a long answer]",
                        "GAP CONNECTION_LOST",
                        "USER [two]",
                        "AGENT [2]");
    }

    @Test
    void aGapFollowsTheTurnWhereTwoLoadedMessagesBeginAlike() {
        transcript.promptStarted(List.of(ContentBlock.text("count")));
        transcript.update(chunk("#1 ", null));
        transcript.gap(Reason.CONNECTION_LOST, "#2 ");
        transcript.update(chunk("#3", null));
        DefaultSessionTranscript loaded = DefaultSessionTranscript.create();
        turn(loaded, "count", "#1 first");
        loaded.update(TranscriptFixture.call("c", "Reading"));
        loaded.update(chunk("#1 again", null));
        loaded.restoreMarks(transcript.snapshot());
        assertThat(displayed(loaded.snapshot()))
                .containsExactly("USER [count]", "AGENT [#1 first]", "AGENT [#1 again]", "GAP CONNECTION_LOST");
    }

    @Test
    void aGapFollowsTheTurnWhereThePathHasALaterMessage() {
        transcript.update(TranscriptFixture.user("u", "count"));
        transcript.update(chunk("#1 ", "m"));
        transcript.gap(Reason.MESSAGES_LOST);
        transcript.update(chunk("#3", "m"));
        transcript.update(chunk("a long answer", "n"));
        transcript.replaced(
                List.of(
                        TranscriptFixture.user("u", "count"),
                        chunk("#1 #3", "m"),
                        chunk("a long answer", "n"),
                        TranscriptFixture.user("v", "two")),
                transcript.snapshot());
        assertThat(displayed(transcript.snapshot()))
                .containsExactly(
                        "USER [count]", "AGENT [#1 #3]", "AGENT [a long answer]", "GAP MESSAGES_LOST", "USER [two]");
    }

    @Test
    void gapsStayInsideAMessageThatBeganOnTheEarlierConnection() {
        transcript.update(chunk("#1 ", "m"));
        DefaultSessionTranscript next = DefaultSessionTranscript.create();
        next.update(chunk("#3 ", "m"));
        next.gap(Reason.MESSAGES_LOST);
        next.update(chunk("#5", "m"));
        next.continued(transcript.snapshot(), Reason.CONNECTION_LOST, true);
        assertThat(displayed(next.snapshot()))
                .containsExactly(
                        "AGENT [#1 ]", "GAP CONNECTION_LOST", "AGENT [#3 ]", "GAP MESSAGES_LOST", "AGENT [#5]");
    }

    @Test
    void aGapStaysAtItsPlaceInAMessageThatIsShortened() {
        DefaultSessionTranscript limited = DefaultSessionTranscript.create(
                TranscriptOptions.builder().maxSize(1000).build());
        limited.update(chunk("a".repeat(10), "m"));
        limited.update(new AgentMessageChunk(
                new ImageContent("A".repeat(600), "image/png", null, null, null), new MessageId("m"), null));
        limited.update(chunk("b".repeat(150), "m"));
        limited.gap(Reason.MESSAGES_LOST);
        limited.update(chunk("c".repeat(300), "m"));
        assertThat(displayed(limited.snapshot()))
                .containsExactly(
                        "AGENT [" + "a".repeat(10) + ", \n[… 600 characters are not kept …]\n, " + "b".repeat(150)
                                + "]",
                        "GAP MESSAGES_LOST",
                        "AGENT [" + "c".repeat(300) + "]");
    }

    @Test
    void aGapInThePartThatIsNotKeptFollowsTheNoteAboutIt() {
        DefaultSessionTranscript limited = DefaultSessionTranscript.create(
                TranscriptOptions.builder().maxSize(1000).build());
        limited.update(chunk("a".repeat(500), "m"));
        limited.update(chunk("b".repeat(100), "m"));
        limited.gap(Reason.MESSAGES_LOST);
        limited.update(new AgentMessageChunk(
                new ImageContent("A".repeat(800), "image/png", null, null, null), new MessageId("m"), null));
        limited.update(chunk("c".repeat(100), "m"));
        assertThat(displayed(limited.snapshot()))
                .containsExactly(
                        "AGENT [" + "a".repeat(500) + ", \n[… 900 characters are not kept …]\n]",
                        "GAP MESSAGES_LOST",
                        "AGENT [" + "c".repeat(100) + "]");
    }

    /** Lists the changes that a call reports: each drop, and the number of entries after each other change. */
    private static List<String> changes(DefaultSessionTranscript of, Runnable call) {
        List<String> changes = new ArrayList<>();
        try (Registration unused = of.onChange((change, after) -> changes.add(
                change instanceof TranscriptChange.Replaced
                        ? "Replaced, " + after.entries().size() + " entries"
                        : change.getClass().getSimpleName()))) {
            call.run();
        }
        return changes;
    }

    @Test
    void restoredMarksAreReportedAsOneChange() {
        turn(transcript, "one", "1");
        transcript.gap(Reason.CONNECTION_LOST, "lost");
        turn(transcript, "two", "2");
        DefaultSessionTranscript loaded = DefaultSessionTranscript.create();
        turn(loaded, "one", "1");
        turn(loaded, "two", "2");
        assertThat(changes(loaded, () -> loaded.restoreMarks(transcript.snapshot())))
                .containsExactly("Replaced, 5 entries");
    }

    @Test
    void aContinuationIsReportedAsOneChange() {
        turn(transcript, "one", "1");
        DefaultSessionTranscript next = DefaultSessionTranscript.create();
        turn(next, "two", "2");
        assertThat(changes(next, () -> next.continued(transcript.snapshot(), Reason.CONNECTION_LOST, true)))
                .containsExactly("Replaced, 5 entries");
    }

    @Test
    void entriesThatRestoredMarksDisplaceAreReportedAfterTheReplacement() {
        turn(transcript, "one", "1");
        transcript.gap(Reason.CONNECTION_LOST, "lost");
        transcript.gap(Reason.CONNECTION_LOST, "more");
        turn(transcript, "two", "2");
        DefaultSessionTranscript loaded = DefaultSessionTranscript.create(
                TranscriptOptions.builder().maxEntries(4).build());
        turn(loaded, "one", "1");
        turn(loaded, "two", "2");
        assertThat(changes(loaded, () -> loaded.restoreMarks(transcript.snapshot())))
                .containsExactly("Replaced, 6 entries", "EntryDropped", "EntryDropped");
        assertThat(loaded.snapshot().entries()).hasSize(4);
    }
}
