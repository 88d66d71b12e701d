package io.acp4j.client.transcript;

import static io.acp4j.client.transcript.TranscriptFixture.agent;
import static io.acp4j.client.transcript.TranscriptFixture.call;
import static io.acp4j.client.transcript.TranscriptFixture.lines;
import static io.acp4j.client.transcript.TranscriptFixture.prompt;
import static io.acp4j.client.transcript.TranscriptFixture.thought;
import static io.acp4j.client.transcript.TranscriptFixture.transcript;
import static io.acp4j.client.transcript.TranscriptFixture.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.schema.CompactionId;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.CompactionStatus;
import io.acp4j.schema.update.CompactionSummaryChunk;
import io.acp4j.schema.update.CompactionUpdate;
import io.acp4j.schema.update.Notice;
import io.acp4j.schema.update.NoticeSeverity;
import io.acp4j.schema.update.Plan;
import io.acp4j.schema.update.UnknownSessionUpdate;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageAssemblyTest {

    @Test
    void chunksOfOneIdMakeOneMessageHoweverTheyAreInterleaved() {
        assertThat(lines(transcript(
                        agent("a", "He"), agent("b", "Bon"), agent("a", "llo"), call("c", "Read"), agent("b", "jour"))))
                .containsExactly("agent a: Hello", "agent b: Bonjour", "tool c pending: Read");
    }

    @Test
    void withoutIdsAMessageEndsWhereTheKindChanges() {
        assertThat(lines(transcript(
                        user(null, "Hi"),
                        thought(null, "H"),
                        thought(null, "m"),
                        agent(null, "Yes"),
                        thought(null, "?"))))
                .containsExactly("user: Hi", "thought: Hm", "agent: Yes", "thought: ?");
    }

    @Test
    void withoutIdsAMessageEndsAtAToolCallAndAtAPlan() {
        assertThat(lines(transcript(
                        agent(null, "a"), call("c", "Read"), agent(null, "b"), Plan.of(List.of()), agent(null, "c"))))
                .containsExactly("agent: a", "tool c pending: Read", "agent: b", "agent: c");
    }

    @Test
    void withoutIdsAMessageGoesOnAfterWhatIsBesideTheFlow() {
        assertThat(lines(transcript(
                        agent(null, "a"), new UnknownSessionUpdate("odd", RawJson.EMPTY_OBJECT), agent(null, "b"))))
                .containsExactly("agent: ab");
        assertThat(lines(transcript(
                        agent(null, "a"), Notice.of(NoticeSeverity.WARNING, "Slow today"), agent(null, "b"))))
                .containsExactly("agent: ab", "notice: Slow today");
    }

    @Test
    void withoutIdsAMessageEndsWithItsTurn() {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        transcript.promptStarted(prompt("one"));
        transcript.update(agent(null, "1"));
        transcript.promptEnded(StopReason.END_TURN);
        transcript.update(agent(null, "late"));
        transcript.promptStarted(prompt("two"));
        transcript.update(agent(null, "2"));
        assertThat(lines(transcript)).containsExactly("user: one", "agent: 1", "agent: late", "user: two", "agent: 2");
        assertThat(transcript.snapshot().turns()).isEqualTo(2);
        assertThat(transcript.snapshot().isTurnInProgress()).isTrue();
    }

    @Test
    void updatesBeforeAnyTurnAndBetweenTurnsAreShown() {
        DefaultSessionTranscript transcript = transcript(agent(null, "Welcome"));
        transcript.promptStarted(prompt("Hi"));
        transcript.promptEnded(StopReason.END_TURN);
        transcript.update(agent("bg", "Done in the background"));
        assertThat(lines(transcript)).containsExactly("agent: Welcome", "user: Hi", "agent bg: Done in the background");
        assertThat(transcript.snapshot().lastStop()).isEqualTo(StopReason.END_TURN);
    }

    @Test
    void piecesOfTextAreOneBlockAndOtherContentKeepsItsPlace() {
        ContentBlock image = new ImageContent("AAAA", "image/png", null, null, null);
        TextContent marked = new TextContent("!", null, Meta.of("k", 1));
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        MessageId id = new MessageId("m");
        for (ContentBlock block : List.of(
                ContentBlock.text("a"), ContentBlock.text("b"), image, ContentBlock.text("c"), marked, marked)) {
            transcript.update(new AgentMessageChunk(block, id, null));
        }
        TranscriptMessage message = transcript.snapshot().messages().get(0);
        assertThat(message.content())
                .containsExactly(ContentBlock.text("ab"), image, ContentBlock.text("c"), marked, marked);
        assertThat(message.text()).isEqualTo("abc!!");
        assertThat(message.length()).isEqualTo(5);
    }

    @Test
    void longTextIsKeptWholeWhateverTheSizeOfItsPieces() {
        for (int size : new int[] {1, 100, 1023, 1024, 1025, 5000}) {
            DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
            StringBuilder expected = new StringBuilder();
            for (int i = 0; i < 30_000 / size + 3; i++) {
                String piece = Character.toString('a' + i % 26).repeat(size);
                expected.append(piece);
                transcript.update(agent("m", piece));
            }
            TranscriptMessage message = transcript.snapshot().messages().get(0);
            assertThat(message.text()).as("pieces of %d", size).isEqualTo(expected.toString());
            assertThat(message.content()).containsExactly(ContentBlock.text(expected.toString()));
        }
    }

    @Test
    void messagesCanBeAskedForTheirIndexIdRoleAndText() {
        Conversation conversation = transcript(user("u", "Hi"), call("c", "Read"), agent("a", "Yo"), agent(null, "!"))
                .snapshot();
        assertThat(conversation.messages()).hasSize(3);
        TranscriptMessage second = conversation.messages().get(1);
        assertThat(second.index()).isEqualTo(1);
        assertThat(second.position()).isEqualTo(2);
        assertThat(second.id()).isEqualTo(new MessageId("a"));
        assertThat(second.role()).isEqualTo(MessageRole.AGENT);
        assertThat(second.text()).isEqualTo("Yo");
        assertThat(conversation.messages().get(2).id()).isNull();
        assertThat(conversation.entries().get(second.position())).isSameAs(second);
    }

    @Test
    void snapshotsStayAsTheyWere() {
        DefaultSessionTranscript transcript = transcript(agent("a", "one"));
        Conversation before = transcript.snapshot();
        transcript.update(agent("a", " two"));
        transcript.update(call("c", "Read"));
        assertThat(lines(before)).containsExactly("agent a: one");
        assertThat(lines(transcript)).containsExactly("agent a: one two", "tool c pending: Read");
    }

    @Test
    void theLastMetadataOfAMessagesChunksIsKept() {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        MessageId id = new MessageId("m");
        transcript.update(new AgentMessageChunk(ContentBlock.text("a"), id, Meta.of("n", 1)));
        transcript.update(new AgentMessageChunk(ContentBlock.text("b"), id, Meta.of("n", 2)));
        transcript.update(new AgentMessageChunk(ContentBlock.text("c"), id, null));
        assertThat(transcript.snapshot().messages().get(0).meta()).isEqualTo(Meta.of("n", 2));
    }

    @Test
    void noticesAndCompactionsStandInTheFlow() {
        CompactionId id = new CompactionId("k");
        DefaultSessionTranscript transcript = transcript(
                agent(null, "a"),
                Notice.of(NoticeSeverity.WARNING, "Slow today"),
                new CompactionSummaryChunk(id, ContentBlock.text("we "), null),
                new CompactionSummaryChunk(id, ContentBlock.text("spoke"), null),
                agent(null, "b"));
        assertThat(lines(transcript))
                .containsExactly("agent: a", "notice: Slow today", "compaction k in_progress: we spoke", "agent: b");
        transcript.update(CompactionUpdate.of(id, CompactionStatus.COMPLETED));
        assertThat(lines(transcript)).contains("compaction k completed: we spoke");
        transcript.update(new CompactionUpdate(
                id,
                CompactionStatus.FAILED,
                Patch.of(List.of(ContentBlock.text("no"))),
                Patch.of("lost"),
                Patch.unchanged()));
        assertThat(lines(transcript)).contains("compaction k failed: no");
        transcript.update(new CompactionUpdate(
                id, CompactionStatus.FAILED, Patch.cleared(), Patch.unchanged(), Patch.unchanged()));
        assertThat(transcript.snapshot().entries().get(2))
                .isInstanceOfSatisfying(TranscriptEntry.Compaction.class, compaction -> {
                    assertThat(compaction.summary()).isEmpty();
                    assertThat(compaction.error()).isEqualTo("lost");
                });
    }

    @Test
    void descriptionsDoNotRepeatWhatWasSaid() {
        Conversation conversation =
                transcript(user("u", "secret"), call("c", "secret")).snapshot();
        assertThat(conversation.toString() + conversation.entries()).doesNotContain("secret");
    }
}
