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
import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What message ids promise, by the numbers of the scenarios for forking and message ids. */
class MessageIdScenariosTest {

    @Test
    void scenario49ChunksOfOneIdAreOneMessage() {
        assertThat(lines(transcript(agent("a1", "one "), agent("a1", "two "), agent("a1", "three"))))
                .containsExactly("agent a1: one two three");
    }

    @Test
    void scenario50TwoMessagesInARowAreShownAsTwo() {
        assertThat(lines(transcript(agent("a1", "one"), agent("a2", "two"))))
                .containsExactly("agent a1: one", "agent a2: two");
    }

    @Test
    void scenario51TextAfterAToolCallIsAMessageOfItsOwnId() {
        assertThat(lines(transcript(agent("a1", "before"), call("c", "Read"), agent("a2", "after"))))
                .containsExactly("agent a1: before", "tool c pending: Read", "agent a2: after");
    }

    @Test
    void scenario52AThoughtAndAMessageOfOneIdAreTwoEntries() {
        Conversation conversation =
                transcript(thought("a1", "Hm"), agent("a1", "Yes")).snapshot();
        assertThat(lines(conversation)).containsExactly("thought a1: Hm", "agent a1: Yes");
        MessageId id = new MessageId("a1");
        assertThat(conversation.find(id)).hasSize(2);
        assertThat(conversation.find(MessageRole.AGENT, id))
                .isSameAs(conversation.messages().get(1));
        assertThat(conversation.find(MessageRole.THOUGHT, id))
                .isSameAs(conversation.messages().get(0));
        assertThat(conversation.find(MessageRole.USER, id)).isNull();
    }

    @Test
    void scenario53NullAndOmittedIdsAreAlike() throws Exception {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        for (String json : List.of(
                "{\"messageId\":null,\"content\":{\"type\":\"text\",\"text\":\"a\"}}",
                "{\"content\":{\"type\":\"text\",\"text\":\"b\"}}")) {
            transcript.update(AgentMessageChunk.CODEC.decode(json.getBytes(StandardCharsets.UTF_8)));
        }
        assertThat(lines(transcript)).containsExactly("agent: ab");
        assertThat(transcript.snapshot().messages().get(0).id()).isNull();
    }

    @Test
    void scenario55IdsAreComparedWhole() {
        String[] ids = {"a b", "A b", "x".repeat(10_000), "🦊", "..:segment:3", "é", "e\u0301", "", " "};
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < ids.length; i++) {
                transcript.update(agent(ids[i], "<" + i + ">"));
            }
        }
        List<TranscriptMessage> messages = transcript.snapshot().messages();
        assertThat(messages).hasSize(ids.length);
        for (int i = 0; i < ids.length; i++) {
            assertThat(messages.get(i).id()).isEqualTo(new MessageId(ids[i]));
            assertThat(messages.get(i).text()).isEqualTo("<" + i + "><" + i + ">");
        }
    }

    @Test
    void scenario56AReplayWithOtherIdsLeavesNoOldOneToPointAt() {
        DefaultSessionTranscript transcript = transcript(user("u1", "Hi"), agent("a1", "Hello"));
        for (int load = 2; load <= 3; load++) {
            transcript.replayStarted();
            transcript.update(user("u" + load, "Hi"));
            transcript.update(agent("a" + load, "Hello"));
            transcript.replayEnded(true);
            assertThat(lines(transcript)).containsExactly("user u" + load + ": Hi", "agent a" + load + ": Hello");
            assertThat(transcript.snapshot().find(new MessageId("a" + (load - 1))))
                    .isEmpty();
        }
    }

    @Test
    void scenario56AReplayWithTheSameIdsGivesTheSameConversation() {
        DefaultSessionTranscript transcript = transcript(user("u1", "Hi"), agent("a1", "Hello"));
        List<String> before = lines(transcript);
        transcript.replayStarted();
        transcript.update(user("u1", "Hi"));
        transcript.update(agent("a1", "Hello"));
        transcript.replayEnded(true);
        assertThat(lines(transcript)).isEqualTo(before);
    }

    @Test
    void scenario57AnEchoOfThePromptIsShownOnceAndNamesIt() {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        transcript.promptStarted(
                List.of(ContentBlock.text("What is this?"), new ImageContent("AAAA", "image/png", null, null, null)));
        assertThat(transcript.snapshot().messages().get(0).content()).hasSize(2);
        transcript.update(user("u1", "What is "));
        transcript.update(user("u1", "this?"));
        transcript.update(agent("a1", "A picture"));
        assertThat(lines(transcript)).containsExactly("user u1: What is this?", "agent a1: A picture");
    }

    @Test
    void scenario57AnEchoThatComesLateIsStillShownOnce() {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        transcript.promptStarted(prompt("What is this?"));
        transcript.update(agent("a1", "A "));
        transcript.update(user("u1", "What is this?"));
        transcript.update(agent("a1", "house"));
        assertThat(lines(transcript)).containsExactly("user u1: What is this?", "agent a1: A house");
    }

    @Test
    void scenario57WhatTheAgentAddsInTheNameOfTheUserIsAMessageOfItsOwn() {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        transcript.promptStarted(prompt("What is this?"));
        transcript.update(agent("a1", "Hm"));
        transcript.update(user("u1", "(the user has pressed a key)"));
        transcript.promptEnded(StopReason.END_TURN);
        transcript.update(user("u2", "What is this?"));
        assertThat(lines(transcript))
                .containsExactly(
                        "user: What is this?",
                        "agent a1: Hm",
                        "user u1: (the user has pressed a key)",
                        "user u2: What is this?");
    }
}
