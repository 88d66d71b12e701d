package io.acp4j.client.transcript;

import static io.acp4j.client.transcript.TranscriptFixture.agent;
import static io.acp4j.client.transcript.TranscriptFixture.call;
import static io.acp4j.client.transcript.TranscriptFixture.lines;
import static io.acp4j.client.transcript.TranscriptFixture.prompt;
import static io.acp4j.client.transcript.TranscriptFixture.transcript;
import static io.acp4j.client.transcript.TranscriptFixture.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkHistory;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.SessionNotification;
import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The history of a fork that its agent marks: whatever it says and whenever it comes, it is taken for what it is. */
class MarkedReplayTest {

    private static final SessionId FORK = new SessionId("fork");

    /** Begins with a summary of another branch, and has two messages that say the same. */
    private static final List<SessionUpdate> HISTORY = List.of(
            agent("s", "in sum"),
            user("u1", "go on"),
            call("c1", "Read"),
            agent("a1", "so "),
            agent("a1", "I did"),
            user("u2", "go on"),
            agent("a2", "and again"));

    private static final List<String> TOLD = lines(transcript(HISTORY.toArray(SessionUpdate[]::new)));
    private static final int MESSAGES = 5;

    /** What the client knows of the history, by the number of its last updates. */
    private static final int[] KNOWN = {0, 2, 7};

    /** A client that forks, prompts and may load, and how much of the history has come before each of that. */
    private record Crossing(
            int known,
            int beforeFork,
            int beforePrompt,
            @Nullable String echo,
            boolean ended,
            boolean load) {}

    @TestFactory
    Stream<DynamicTest> markedHistoryStandsOnceBeforeWhatIsTheForksOwn() {
        List<Crossing> all = new ArrayList<>();
        for (int known : KNOWN) {
            for (int beforeFork = 0; beforeFork <= HISTORY.size(); beforeFork++) {
                for (int beforePrompt = beforeFork; beforePrompt <= HISTORY.size(); beforePrompt++) {
                    for (boolean load : new boolean[] {false, true}) {
                        all.add(new Crossing(known, beforeFork, beforePrompt, null, true, load));
                        all.add(new Crossing(known, beforeFork, beforePrompt, "e", true, load));
                        all.add(new Crossing(known, beforeFork, beforePrompt, "e", false, load));
                    }
                }
            }
        }
        return all.stream().map(crossing -> DynamicTest.dynamicTest(crossing.toString(), () -> run(crossing)));
    }

    private static void run(Crossing crossing) {
        DefaultSessionTranscript fork = DefaultSessionTranscript.create();
        tell(fork, 0, crossing.beforeFork);
        fork.inherited(known(crossing.known), MESSAGES, true);
        tell(fork, crossing.beforeFork, crossing.beforePrompt);
        if (crossing.load) {
            tell(fork, crossing.beforePrompt, HISTORY.size());
            load(fork);
        }
        fork.promptStarted(prompt("go on"));
        if (!crossing.load) {
            tell(fork, crossing.beforePrompt, HISTORY.size());
        }
        if (crossing.echo != null) {
            fork.update(user(crossing.echo, "go on"));
        }
        fork.update(agent("n", "new"));
        if (crossing.ended) {
            fork.promptEnded(StopReason.END_TURN);
        }
        List<String> expected = new ArrayList<>(TOLD);
        expected.add(crossing.echo == null ? "user: go on" : "user " + crossing.echo + ": go on");
        expected.add("agent n: new");
        assertThat(lines(fork)).isEqualTo(expected);
        Conversation shown = fork.snapshot();
        assertThat(shown.isTurnInProgress()).isEqualTo(!crossing.ended);
        assertThat(shown.messages().get(shown.messages().size() - 1).turn()).isEqualTo(shown.turns());
        if (!crossing.load) {
            assertThat(shown.inheritsAll()).isTrue();
            assertThat(shown.inheritedEntries()).isEqualTo(TOLD.size());
        }
    }

    private static void load(DefaultSessionTranscript fork) {
        fork.replayStarted();
        HISTORY.forEach(fork::update);
        fork.replayEnded(true);
    }

    private static Conversation known(int last) {
        List<SessionUpdate> end = HISTORY.subList(HISTORY.size() - last, HISTORY.size());
        return transcript(end.toArray(SessionUpdate[]::new)).snapshot();
    }

    private static void tell(DefaultSessionTranscript fork, int from, int to) {
        for (int i = from; i < to; i++) {
            fork.update(marked(HISTORY.get(i), i == HISTORY.size() - 1));
        }
    }

    private static SessionNotification marked(SessionUpdate update, boolean last) {
        return new SessionNotification(FORK, update, new ForkHistory(null, last).into(null));
    }

    @Test
    void promptIsNeverTakenForTheHistoryWhereTheAgentSendsNone() {
        DefaultSessionTranscript fork = DefaultSessionTranscript.create();
        fork.inherited(known(HISTORY.size()), MESSAGES, false);
        fork.promptStarted(prompt("in sum"));
        fork.update(user(null, "in sum"));
        fork.update(agent("n", "new"));
        fork.promptEnded(StopReason.END_TURN);
        assertThat(lines(fork)).startsWith(TOLD.toArray(String[]::new)).endsWith("user: in sum", "agent n: new");
        assertThat(lines(fork)).hasSize(TOLD.size() + 2);
    }

    @Test
    void historyThatBreaksOffStandsBeforeWhatComesInstead() {
        DefaultSessionTranscript fork = DefaultSessionTranscript.create();
        fork.inherited(known(2), MESSAGES, true);
        tell(fork, 0, 2);
        fork.update(agent("n", "new"));
        assertThat(lines(fork)).containsExactly("agent s: in sum", "user u1: go on", "agent n: new");
        assertThat(fork.snapshot().inheritsAll()).isFalse();
    }

    @Test
    void whatTheAgentSaysBeforeTheHistoryStandsBehindIt() {
        DefaultSessionTranscript fork = DefaultSessionTranscript.create();
        fork.inherited(known(2), MESSAGES, true);
        fork.update(agent("n", "by the way"));
        tell(fork, 0, HISTORY.size());
        assertThat(lines(fork)).startsWith(TOLD.toArray(String[]::new)).endsWith("agent n: by the way");
        assertThat(lines(fork)).hasSize(TOLD.size() + 1);
    }

    @Test
    void historyThatComesWhileTheSessionIsLoadedIsNotShownTwice() {
        DefaultSessionTranscript fork = DefaultSessionTranscript.create();
        fork.inherited(known(2), MESSAGES, true);
        fork.replayStarted();
        tell(fork, 0, HISTORY.size());
        HISTORY.forEach(fork::update);
        fork.replayEnded(true);
        assertThat(lines(fork)).isEqualTo(TOLD);
    }
}
