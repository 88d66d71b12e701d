package io.acp4j.client.transcript;

import static io.acp4j.client.transcript.TranscriptFixture.agent;
import static io.acp4j.client.transcript.TranscriptFixture.call;
import static io.acp4j.client.transcript.TranscriptFixture.callUpdate;
import static io.acp4j.client.transcript.TranscriptFixture.lines;
import static io.acp4j.client.transcript.TranscriptFixture.prompt;
import static io.acp4j.client.transcript.TranscriptFixture.thought;
import static io.acp4j.client.transcript.TranscriptFixture.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.internal.conversation.DefaultConversation;
import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.internal.transcript.Updates;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UsageUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A fork's transcript: what it inherits, crossed with replays, echoes and prompts that repeat something. */
class InheritedReplayTest {

    /** When the agent sends the history of a fork again. */
    private enum When {
        NEVER,
        BEFORE_RESPONSE,
        AROUND_RESPONSE,
        BEFORE_PROMPT,
        AFTER_PROMPT,
        AROUND_PROMPT
    }

    /** Which ids the agent gives in the fork. */
    private enum Ids {
        NONE,
        SAME,
        OTHER
    }

    /** How the agent sends the prompt back. */
    private enum Echoes {
        NONE,
        WHOLE,
        CHUNKED
    }

    private record Crossing(When when, Ids ids, Echoes echo, String prompt, int size, boolean chunked) {}

    private static Stream<Crossing> crossings() {
        List<Crossing> all = new ArrayList<>();
        for (When when : When.values()) {
            for (Ids ids : Ids.values()) {
                for (Echoes echo : Echoes.values()) {
                    for (String prompt : List.of("something new", "go on, please", "and then")) {
                        for (int size : new int[] {2, 4}) {
                            all.add(new Crossing(when, ids, echo, prompt, size, false));
                            all.add(new Crossing(when, ids, echo, prompt, size, true));
                        }
                    }
                }
            }
        }
        return all.stream();
    }

    /** Returns what was said before the fork: the prompts have no ids, as clients know them. */
    private static Conversation source(int messages, Ids ids) {
        DefaultSessionTranscript source = DefaultSessionTranscript.create();
        String[] prompts = {"go on, please", "and then"};
        for (int turn = 0; turn < messages / 2; turn++) {
            source.promptStarted(prompt(prompts[turn]));
            source.update(thought(null, "hm"));
            source.update(call("call" + turn, "Read"));
            source.update(callUpdate("call" + turn, ToolCallStatus.COMPLETED));
            source.update(agent(ids == Ids.NONE ? null : "a" + turn, "answer to " + prompts[turn]));
            source.promptEnded(StopReason.END_TURN);
        }
        return source.snapshot();
    }

    /** The history as the agent sends it. */
    private static List<SessionUpdate> history(Crossing crossing, Conversation source) {
        List<SessionUpdate> updates = new ArrayList<>();
        for (TranscriptEntry entry : source.entries()) {
            for (SessionUpdate update : Updates.of(entry)) {
                if (update instanceof ContentChunk chunk) {
                    MessageId id = id(crossing.ids, entry.position());
                    for (String piece : pieces(chunk.text(), crossing.chunked)) {
                        updates.add(withText(chunk, piece, id));
                        updates.add(UsageUpdate.of(1, 2));
                    }
                } else {
                    updates.add(update);
                }
            }
        }
        return updates;
    }

    private static @Nullable MessageId id(Ids ids, int position) {
        return ids == Ids.NONE ? null : new MessageId((ids == Ids.SAME ? "s" : "n") + position);
    }

    private static SessionUpdate withText(ContentChunk chunk, String text, @Nullable MessageId id) {
        TextContent content = TextContent.of(text);
        if (chunk instanceof UserMessageChunk) {
            return new UserMessageChunk(content, id, null);
        }
        return chunk instanceof AgentMessageChunk
                ? new AgentMessageChunk(content, id, null)
                : thought(id == null ? null : id.value(), text);
    }

    private static List<String> pieces(String text, boolean chunked) {
        int half = text.length() / 2;
        return chunked && half > 0 ? List.of(text.substring(0, half), text.substring(half)) : List.of(text);
    }

    private static void run(Crossing crossing) {
        Conversation source = source(crossing.size, crossing.ids);
        List<SessionUpdate> history = history(crossing, source);
        DefaultSessionTranscript fork = DefaultSessionTranscript.create();
        int early = switch (crossing.when) {
            case BEFORE_RESPONSE -> history.size();
            case AROUND_RESPONSE -> history.size() / 2;
            default -> 0;
        };
        history.subList(0, early).forEach(fork::update);
        fork.inherited(source, crossing.size);
        int beforePrompt = switch (crossing.when) {
            case BEFORE_PROMPT -> history.size();
            case AROUND_PROMPT -> history.size() / 2;
            default -> early;
        };
        history.subList(early, beforePrompt).forEach(fork::update);
        fork.promptStarted(prompt(crossing.prompt));
        if (crossing.when != When.NEVER) {
            history.subList(beforePrompt, history.size()).forEach(fork::update);
        }
        if (crossing.echo != Echoes.NONE) {
            String id = crossing.ids == Ids.NONE ? null : "echo";
            pieces(crossing.prompt, crossing.echo == Echoes.CHUNKED).forEach(piece -> fork.update(user(id, piece)));
        }
        fork.update(call("live", "Write"));
        fork.update(agent(crossing.ids == Ids.NONE ? null : "live", "the new answer"));
        fork.promptEnded(StopReason.END_TURN);

        List<String> expected = new ArrayList<>(withoutIds(lines(source)));
        expected.addAll(List.of("user: " + crossing.prompt, "tool live pending: Write", "agent: the new answer"));
        Conversation now = fork.snapshot();
        assertThat(withoutIds(lines(now))).isEqualTo(expected);
        assertThat(now.inheritsAll()).isTrue();
        assertThat(now.inheritedEntries()).isEqualTo(source.entries().size());
        assertThat(now.turns()).isEqualTo(crossing.size / 2 + 1);
        for (int i = 0; i < now.entries().size(); i++) {
            assertThat(now.entries().get(i).position()).isEqualTo(i);
        }
        TranscriptMessage said = now.messages().get(now.messages().size() - 2);
        boolean named = crossing.echo != Echoes.NONE && crossing.ids != Ids.NONE;
        assertThat(said.id()).isEqualTo(named ? new MessageId("echo") : null);
        TranscriptMessage first = now.messages().get(0);
        assertThat(first.id())
                .as("the id of the first message, as the agent names it in the fork")
                .isEqualTo(crossing.when == When.NEVER ? null : id(crossing.ids, 0));
    }

    private static List<String> withoutIds(List<String> lines) {
        return lines.stream()
                .map(line -> line.replaceFirst("^(user|agent|thought) \\S+: ", "$1: "))
                .toList();
    }

    @TestFactory
    Stream<DynamicTest> theForkBeginsWithWhatItInheritedAndGoesOnWithThePrompt() {
        return crossings().map(crossing -> DynamicTest.dynamicTest(crossing.toString(), () -> run(crossing)));
    }

    @Test
    void anAnswerThatRepeatsTheFirstOneIsNoHistory() {
        DefaultSessionTranscript fork = DefaultSessionTranscript.create();
        fork.inherited(source(2, Ids.NONE), 2);
        fork.promptStarted(prompt("go on, please"));
        fork.update(user("e", "go on, please"));
        fork.update(call("live", "Write"));
        fork.update(agent("x", "answer to go on, please"));
        fork.promptEnded(StopReason.END_TURN);
        assertThat(lines(fork))
                .endsWith("user e: go on, please", "tool live pending: Write", "agent x: answer to go on, please")
                .startsWith("user: go on, please", "thought: hm")
                .hasSize(7);
    }

    @Test
    void aHistoryOfWhichOnlyTheLengthIsKnownStandsBeforeThePrompt() {
        DefaultSessionTranscript fork = DefaultSessionTranscript.create();
        fork.inherited(DefaultConversation.EMPTY, 4);
        fork.promptStarted(prompt("next"));
        fork.update(user("u1", "one"));
        fork.update(agent("a1", "first"));
        fork.update(user("u2", "two"));
        fork.update(call("c", "Read"));
        fork.update(agent("a2", "sec"));
        fork.update(agent("a2", "ond"));
        fork.update(agent("a3", "third"));
        fork.promptEnded(StopReason.END_TURN);
        assertThat(lines(fork))
                .containsExactly(
                        "user u1: one",
                        "agent a1: first",
                        "user u2: two",
                        "tool c pending: Read",
                        "agent a2: second",
                        "user: next",
                        "agent a3: third");
        assertThat(fork.snapshot().inheritsAll()).isTrue();
    }

    @Test
    void aHistoryThatBreaksOffIsNotLost() {
        DefaultSessionTranscript fork = DefaultSessionTranscript.create();
        fork.inherited(DefaultConversation.EMPTY, 40);
        fork.promptStarted(prompt("next"));
        fork.update(user("u1", "one"));
        fork.update(call("c", "Read"));
        fork.update(agent("a1", "first"));
        fork.promptEnded(StopReason.END_TURN);
        assertThat(lines(fork))
                .containsExactly("user: next", "user u1: one", "tool c pending: Read", "agent a1: first");
    }

    @Test
    void aHistoryMayLeaveThingsOut() {
        DefaultSessionTranscript fork = DefaultSessionTranscript.create();
        fork.inherited(source(4, Ids.NONE), 4);
        fork.promptStarted(prompt("next"));
        fork.update(user("u1", "go on, please"));
        fork.update(user("u2", "and then"));
        fork.update(agent("a2", "answer to and then"));
        fork.update(agent("a3", "third"));
        fork.promptEnded(StopReason.END_TURN);
        assertThat(lines(fork))
                .containsExactly(
                        "user u1: go on, please",
                        "user u2: and then",
                        "agent a2: answer to and then",
                        "user: next",
                        "agent a3: third");
    }

    @Test
    void aHistoryThatEndsEarlyEndsWithTheFirstThingThatIsNew() {
        DefaultSessionTranscript fork = DefaultSessionTranscript.create();
        fork.inherited(source(4, Ids.NONE), 4);
        fork.promptStarted(prompt("next"));
        fork.update(user("u1", "go on, please"));
        fork.update(agent("a1", "answer to go on, please"));
        fork.update(agent("a3", "third"));
        fork.promptEnded(StopReason.END_TURN);
        assertThat(lines(fork))
                .containsExactly(
                        "user u1: go on, please", "agent a1: answer to go on, please", "user: next", "agent a3: third");
    }

    @Test
    void sourceAndForkStayApart() {
        DefaultSessionTranscript source = DefaultSessionTranscript.create();
        source.update(user("u", "hi"));
        source.update(agent("a", "one"));
        DefaultSessionTranscript fork = DefaultSessionTranscript.create();
        fork.inherited(source.snapshot(), 2);
        source.update(agent("a", " more"));
        fork.update(agent("a2", "other"));
        assertThat(lines(source)).containsExactly("user u: hi", "agent a: one more");
        assertThat(lines(fork)).containsExactly("user u: hi", "agent a: one", "agent a2: other");
    }

    /** How much of the fork's own history has come when a load is asked for. */
    private enum Loaded {
        AFTER_ALL,
        MIDWAY,
        BEFORE_ANY,
        WITHOUT_ANY
    }

    private record LoadedFork(Loaded loaded, Ids ids, boolean sourceKnown, int size, boolean chunked) {}

    private static Stream<LoadedFork> loadedForks() {
        List<LoadedFork> all = new ArrayList<>();
        for (Loaded loaded : Loaded.values()) {
            for (Ids ids : Ids.values()) {
                for (int size : new int[] {1, 2, 3, 4}) {
                    for (boolean chunked : new boolean[] {false, true}) {
                        all.add(new LoadedFork(loaded, ids, true, size, chunked));
                        if (ids != Ids.NONE && !(size == 1 && chunked)) {
                            // Without ids and without the source nobody can say where a history begins anew.
                            all.add(new LoadedFork(loaded, ids, false, size, chunked));
                        }
                    }
                }
            }
        }
        return all.stream();
    }

    @TestFactory
    Stream<DynamicTest> aForkThatIsLoadedRightAwayHasItsHistoryOnce() {
        return loadedForks().map(crossing -> DynamicTest.dynamicTest(crossing.toString(), () -> load(crossing)));
    }

    private static void load(LoadedFork crossing) {
        Conversation whole = source(4, crossing.ids);
        TranscriptMessage end = whole.messages().stream()
                .filter(message -> message.role() != MessageRole.THOUGHT)
                .toList()
                .get(crossing.size - 1);
        Conversation source = whole.through(end);
        List<SessionUpdate> history =
                history(new Crossing(When.NEVER, crossing.ids, Echoes.NONE, "", 4, crossing.chunked), source);
        DefaultSessionTranscript fork = DefaultSessionTranscript.create();
        fork.inherited(crossing.sourceKnown ? source : DefaultConversation.EMPTY, crossing.size);
        int early = switch (crossing.loaded) {
            case AFTER_ALL -> history.size();
            case MIDWAY -> history.size() / 2;
            default -> 0;
        };
        history.subList(0, early).forEach(fork::update);
        fork.replayStarted();
        if (crossing.loaded != Loaded.WITHOUT_ANY) {
            history.subList(early, history.size()).forEach(fork::update);
        }
        history.forEach(fork::update);
        fork.replayEnded(true);
        assertThat(withoutIds(lines(fork))).isEqualTo(withoutIds(lines(source)));

        fork.promptStarted(prompt("go on, please"));
        fork.update(user(crossing.ids == Ids.NONE ? null : "echo", "go on, please"));
        fork.update(agent(crossing.ids == Ids.NONE ? null : "live", "once more"));
        fork.promptEnded(StopReason.END_TURN);
        assertThat(withoutIds(lines(fork)))
                .startsWith(withoutIds(lines(source)).toArray(String[]::new))
                .endsWith("user: go on, please", "agent: once more")
                .hasSize(source.entries().size() + 2);
    }

    @Test
    void aMessageThatGoesOnLaterIsNotTheBeginningOfAHistory() {
        DefaultSessionTranscript fork = DefaultSessionTranscript.create();
        fork.inherited(DefaultConversation.EMPTY, 3);
        fork.replayStarted();
        fork.update(agent("a1", "first"));
        fork.update(user("u1", "one"));
        fork.update(agent("a1", " and more"));
        fork.replayEnded(true);
        assertThat(lines(fork)).containsExactly("agent a1: first and more", "user u1: one");
    }
}
