package io.acp4j.client.versions;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.RunningStateUpdate;
import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which updates are of a turn is told by their place beside its response and its end, whichever thread is the first to go on. */
class TurnBoundsTest {

    /** Turns are as short as can be, so that what comes behind one is there before somebody has heard of its end. */
    private static final int TURNS = 300;

    private final RawAgent agent = new RawAgent();

    /** How an agent tells of a turn. */
    enum Way {
        /** The response ends it. */
        VERSION_1(1),
        /** Nothing else is under way. */
        ALONE(2),
        /** The message of the user is not sent back, and other work is under way. */
        OVERLAPPING(2),
        /** The message of the user is sent back before the response. */
        OVERLAPPING_WITH_ECHO(2);

        private final int version;

        Way(int version) {
            this.version = version;
        }
    }

    private AcpClient connect(Way way) {
        return way.version == 1
                ? agent.connect("{}", builder -> builder.transcripts(TranscriptOptions.KEEP_ALL))
                : V2Fixture.connect(agent, "{}", builder -> builder.transcripts(TranscriptOptions.KEEP_ALL));
    }

    private void say(Way way, String text) {
        String id = way.version == 1 ? "" : "'messageId':'" + text + "',";
        agent.update(
                "s1",
                "{'sessionUpdate':'agent_message_chunk'," + id + "'content':{'type':'text','text':'" + text + "'}}");
    }

    /** Sends what is before a turn, the turn, and what is behind it. */
    private void play(Way way, JsonNode prompt, int turn) {
        if (way == Way.VERSION_1) {
            say(way, "in" + turn);
            agent.result(prompt, "{'stopReason':'end_turn'}");
        } else {
            if (way != Way.ALONE) {
                say(way, "before" + turn);
            }
            if (way == Way.OVERLAPPING_WITH_ECHO) {
                V2Fixture.echo(agent, "s1", "u" + turn, "Go");
            }
            V2Fixture.insert(agent, prompt, "u" + turn);
            V2Fixture.running(agent, "s1");
            say(way, "in" + turn);
            V2Fixture.idle(agent, "s1", "end_turn");
        }
        say(way, "behind" + turn);
    }

    private static List<String> texts(Iterable<SessionUpdate> updates) {
        List<String> texts = new ArrayList<>();
        for (SessionUpdate update : updates) {
            if (update instanceof ContentChunk chunk && chunk.content() instanceof TextContent text) {
                texts.add(text.text());
            }
        }
        return texts;
    }

    @ParameterizedTest
    @EnumSource
    void turnHasTheUpdatesBetweenItsBounds(Way way) {
        try (AcpClient client = connect(way)) {
            ClientSession session = open(client);
            List<String> shown = new ArrayList<>();
            List<String> handled = new CopyOnWriteArrayList<>();
            session.onUpdate((from, update) -> handled.addAll(texts(List.of(update))));
            for (int i = 0; i < TURNS; i++) {
                PromptTurn other = null;
                if (way == Way.OVERLAPPING || way == Way.OVERLAPPING_WITH_ECHO) {
                    other = session.startTurn("Work");
                    V2Fixture.insert(agent, agent.expect("session/prompt"), "w" + i);
                    get(other.inserted());
                }
                PromptTurn turn = session.startTurn("Go");
                play(way, agent.expect("session/prompt"), i);
                assertThat(texts(turn.updates())).as("turn %s", i).containsExactly("in" + i);
                get(turn.result());
                String last = "behind" + i;
                V2Fixture.await(() -> handled.contains(last));
                handled.clear();
                if (other != null) {
                    assertThat(texts(other.updates())).containsExactly("before" + i, "in" + i);
                }
                if (way == Way.VERSION_1) {
                    shown.add("user:Go");
                    shown.add("agent:in" + i);
                    shown.add("agent:behind" + i);
                    V2Fixture.awaitEqual(
                            "conversation",
                            () -> V2Fixture.shown(session.transcript().snapshot()),
                            shown);
                }
            }
            Conversation now = session.transcript().snapshot();
            assertThat(now.isTurnInProgress()).isFalse();
        }
    }

    /** Waits until the listener of an earlier update has returned. A response to a request of a listener does not wait for updates. */
    private void letListenerReturn(Way way, List<String> handled) {
        say(way, "next");
        V2Fixture.await(() -> handled.contains("next"));
    }

    private ClientSession open(AcpClient client) {
        return V2Fixture.open(client, agent, "s1");
    }

    @ParameterizedTest
    @EnumSource(names = {"VERSION_1", "ALONE"})
    void turnDoesNotContainUpdatesReceivedByAListenerBeforeThePrompt(Way way) {
        try (AcpClient client = connect(way)) {
            ClientSession session = open(client);
            CompletableFuture<PromptTurn> next = new CompletableFuture<>();
            List<String> handled = new CopyOnWriteArrayList<>();
            session.onUpdate((from, update) -> {
                handled.addAll(texts(List.of(update)));
                if (handled.contains("behind0") && !next.isDone()) {
                    next.complete(session.startTurn("Go"));
                }
            });
            PromptTurn first = session.startTurn("Go");
            play(way, agent.expect("session/prompt"), 0);
            PromptTurn second = get(next);
            JsonNode prompt = agent.expect("session/prompt");
            letListenerReturn(way, handled);
            play(way, prompt, 1);
            assertThat(texts(second.updates())).containsExactly("next", "in1");
            assertThat(texts(first.updates())).containsExactly("in0");
        }
    }

    @Test
    void turnDoesNotEndWithWorkReportedBeforeThePrompt() {
        try (AcpClient client = connect(Way.ALONE)) {
            ClientSession session = open(client);
            CompletableFuture<PromptTurn> next = new CompletableFuture<>();
            List<String> handled = new CopyOnWriteArrayList<>();
            session.onUpdate((from, update) -> {
                handled.addAll(texts(List.of(update)));
                if (update instanceof RunningStateUpdate && !next.isDone()) {
                    next.complete(session.startTurn("Go"));
                }
            });
            V2Fixture.running(agent, "s1");
            JsonNode prompt = agent.expect("session/prompt");
            letListenerReturn(Way.ALONE, handled);
            V2Fixture.idle(agent, "s1", "end_turn");
            V2Fixture.insert(agent, prompt, "u0");
            V2Fixture.running(agent, "s1");
            say(Way.ALONE, "in0");
            V2Fixture.idle(agent, "s1", "end_turn");
            assertThat(texts(get(next).updates())).containsExactly("in0");
        }
    }
}
