package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentTerminal;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.BackgroundTerminal;
import io.acp4j.schema.update.BackgroundToolCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions that are opened again while something goes on in them: a turn, or what runs in the background; on any store. */
public abstract class StoredReopeningContract {

    private final ScriptedAgent script = new ScriptedAgent();
    private final AtomicReference<ToolCallHandle> call = new AtomicReference<>();
    private final AtomicReference<AgentTerminal> terminal = new AtomicReference<>();
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private StoppingStore store;
    private SessionRepository repository;
    private AcpAgent agent;

    /** Opens an empty store. */
    protected abstract SessionStore open();

    @BeforeEach
    void start() {
        store = new StoppingStore(open());
        repository = SessionRepository.over(store);
        script.step("build", turn -> {
            call.set(turn.toolCall("build", ToolKind.EXECUTE).inProgress().onCancel(cancelled::countDown));
            turn.session().background(List.of(BackgroundToolCall.of(call.get().id())));
        });
        script.step("run", turn -> {
            terminal.set(turn.session().openTerminal("make", "/project"));
            turn.session()
                    .background(List.of(BackgroundTerminal.of(terminal.get().id())));
        });
        agent = script.builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(repository, ScriptedAgent.UNTITLED)
                .build();
    }

    @AfterEach
    void end() {
        repository.close();
    }

    private static int resume(V2Client client, String session, String more) {
        return client.request("session/resume", "{'sessionId':'" + session + "','cwd':'/project'" + more + "}");
    }

    private static int replay(V2Client client, String session) {
        return resume(client, session, ",'replayFrom':{'type':'start'}");
    }

    private static List<String> texts(V2Client client, String session) {
        return client.wire().texts(session);
    }

    /** Returns the states of a session since it was resumed last. */
    private static List<String> states(V2Client client, String session) {
        return client.wire().log(session).stream()
                .filter(entry -> Set.of("running", "requires_action", "idle").contains(entry.split(" ")[0]))
                .toList();
    }

    @Test
    void aRunningSessionIsResumedByItsClientWhichGetsItsStateAndItsOneEnd() {
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.result(client.prompt(session, "say a;wait gate;say b"));
            client.until(() -> texts(client, session).contains("agent_message:a"));
            client.result(resume(client, session, ""));
            assertThat(client.wire().log(session)).startsWith("running");
            script.open("gate");
            client.awaitEnds(session, 1);
            client.settle();
            assertThat(states(client, session)).containsExactly("running", "idle end_turn");
            assertThat(texts(client, session)).containsExactly("agent_message:b");
            client.prompt(session, "say c");
            client.awaitEnds(session, 2);
        }
    }

    @Test
    void aReplayOfARunningSessionShowsAllThatWasSentAndWhatFollowsContinuesIt() {
        try (V2Client client = V2Client.of(agent);
                V2Client later = V2Client.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "say one");
            client.awaitEnds(session, 1);
            client.prompt(session, "think hm;tool t;progress t;say a;wait gate;say b;done t");
            client.until(() -> texts(client, session).contains("agent_message:a"));
            int before = client.updates(session).size();
            client.result(replay(client, session));
            assertThat(texts(client, session))
                    .containsExactly(
                            "user_message:say one",
                            "agent_message:one",
                            "user_message:think hm;tool t;progress t;say a;wait gate;say b;done t",
                            "agent_thought:hm",
                            "agent_message:a");
            assertThat(tool(client, session, before)).containsExactly("title", "in_progress half of t");
            assertThat(states(client, session)).containsExactly("running");
            script.open("gate");
            client.awaitEnds(session, 1);
            assertThat(texts(client, session)).endsWith("agent_message:ab");
            List<String> shown = texts(client, session);
            client.result(client.about("session/close", session));
            later.result(replay(later, session));
            assertThat(texts(later, session)).isEqualTo(shown);
            assertThat(tool(later, session, 0).get(0)).isEqualTo("title");
            assertThat(states(later, session)).containsExactly("idle");
        }
    }

    private static List<String> tool(V2Client client, String session, int from) {
        List<String> shown = new ArrayList<>();
        client.updates(session).stream()
                .skip(from)
                .filter(update -> update.has("toolCallId"))
                .forEach(update -> shown.add(
                        update.has("title")
                                ? "title"
                                : update.path("status").asText() + " "
                                        + update.at("/content/0/content/text").asText()));
        return shown;
    }

    @Test
    void aSessionThatWaitsForItsUserIsResumedAsThatAndGoesOnWithTheResponse() {
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "tool t;ask t;done t");
            JsonNode question = client.question();
            client.awaitState(session, "requires_action");
            client.result(resume(client, session, ""));
            assertThat(states(client, session)).containsExactly("requires_action");
            client.raw().respond(question, "{\"outcome\":{\"outcome\":\"selected\",\"optionId\":\"yes\"}}");
            client.awaitEnds(session, 1);
            assertThat(states(client, session)).containsExactly("requires_action", "running", "idle end_turn");
        }
    }

    @Test
    void aRunningSessionDoesNotMoveToOtherSurroundings() {
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "say a;wait gate");
            client.awaitState(session, "running");
            String other = "{'sessionId':'" + session + "','cwd':'/other'}";
            assertThat(client.error(client.request("session/resume", other))
                            .at("/data/reason")
                            .asText())
                    .isEqualTo("turn_in_progress");
            client.result(resume(client, session, ",'mcpServers':[]"));
            script.open("gate");
            client.awaitEnds(session, 1);
            client.result(client.request("session/resume", other));
        }
    }

    @Test
    void anotherConnectionTakesARunningSessionOverAndFindsItIdle() {
        try (V2Client client = V2Client.of(agent);
                V2Client other = V2Client.of(agent)) {
            String session = client.newSession();
            client.result(client.prompt(session, "say a;wait gate;say b"));
            client.until(() -> texts(client, session).contains("agent_message:a"));
            other.result(replay(other, session));
            assertThat(states(other, session)).containsExactly("idle");
            other.prompt(session, "say c");
            other.awaitEnds(session, 1);
            assertThat(client.error(client.prompt(session, "say d"))
                            .at("/data/reason")
                            .asText())
                    .isEqualTo("taken_over");
        }
    }

    @Test
    void aSessionWhoseClientIsGoneIsResumedIdle() {
        V2Client client = V2Client.of(agent);
        String session = client.newSession();
        client.prompt(session, "say a;wait gate");
        client.until(() -> texts(client, session).contains("agent_message:a"));
        client.close();
        try (V2Client other = V2Client.of(agent)) {
            other.result(replay(other, session));
            assertThat(states(other, session)).containsExactly("idle");
            assertThat(texts(other, session)).endsWith("agent_message:a");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"session/load", "session/resume"})
    void inVersion1ARunningSessionIsNotOpenedAgain(String method) {
        try (StoredClient client = StoredClient.of(agent)) {
            String session = client.newSession();
            int prompt = client.raw().prompt(session, "say a;wait gate");
            client.raw().update();
            assertThat(client.refused(method, "{'sessionId':'" + session + "','cwd':'/project','mcpServers':[]}")
                            .at("/data/reason")
                            .asText())
                    .isEqualTo("turn_in_progress");
            script.open("gate");
            client.raw().result(prompt);
        }
    }

    private static JsonNode state(V2Client client, String session) {
        return client.result(client.about("session/status", session)).path("state");
    }

    @Test
    void everyConnectionIsToldWhatAnOpenSessionDoes() {
        try (V2Client client = V2Client.of(agent);
                V2Client other = V2Client.of(agent)) {
            String session = client.newSession();
            assertThat(state(other, session).path("state").asText()).isEqualTo("idle");
            client.prompt(session, "build;tool t;ask t;wait gate");
            JsonNode question = client.question();
            client.awaitState(session, "requires_action");
            assertThat(state(other, session)).isEqualTo(state(client, session));
            assertThat(state(other, session).path("state").asText()).isEqualTo("requires_action");
            assertThat(state(other, session).at("/background/0/toolCallId").asText())
                    .isEqualTo(call.get().id().value());
            client.raw().respond(question, "{\"outcome\":{\"outcome\":\"selected\",\"optionId\":\"yes\"}}");
            client.awaitState(session, "running");
            assertThat(state(other, session).path("state").asText()).isEqualTo("running");
            script.open("gate");
            client.awaitEnds(session, 1);
            assertThat(state(other, session).path("state").asText()).isEqualTo("idle");
            call.get().complete();
            client.result(client.about("session/close", session));
            assertThat(state(other, session).isMissingNode()).isTrue();
        }
    }

    @Test
    void whatASessionOfVersion1DoesIsToldToo() {
        try (StoredClient client = StoredClient.of(agent);
                V2Client other = V2Client.of(agent)) {
            String session = client.newSession();
            assertThat(state(other, session).path("state").asText()).isEqualTo("idle");
            int prompt = client.raw().prompt(session, "say a;wait gate");
            client.raw().update();
            assertThat(state(other, session).path("state").asText()).isEqualTo("running");
            script.open("gate");
            client.raw().updatesBefore(prompt);
        }
    }

    /** Runs something on a thread of its own, and returns when it has been done or waits. */
    private static CompletableFuture<Void> begun(Runnable action) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                action.run();
                done.complete(null);
            } catch (RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> done.isDone() || thread.getState() == Thread.State.TIMED_WAITING);
        return done;
    }

    @Test
    void whatRunsInTheBackgroundWritesWhileItsClientOpensTheSessionAgain() throws Exception {
        try (V2Client client = V2Client.of(agent);
                V2Client later = V2Client.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "run;build");
            client.awaitEnds(session, 1);
            terminal.get().write(new byte[] {65});
            store.stopOpening(new SessionId(session));
            int resuming = replay(client, session);
            store.awaitStopped();
            CompletableFuture<Void> writer = begun(() -> {
                call.get().content("half");
                terminal.get().write(new byte[] {66});
            });
            store.release();
            writer.get(60, TimeUnit.SECONDS);
            client.result(resuming);
            call.get().complete("built");
            terminal.get().exited(0);
            client.until(() -> client.updates(session).stream().anyMatch(update -> update.has("exitStatus")));
            assertThat(output(client, session, true)).as("each byte once").isEqualTo("AB");
            assertThat(cancelled.getCount()).isEqualTo(1);
            client.result(client.about("session/close", session));
            later.result(replay(later, session));
            assertThat(output(later, session, false)).isEqualTo("AB");
            assertThat(later.updates(session).toString()).contains("half", "built");
        }
    }

    /** Returns what a terminal has shown, in all or since the session was replayed. */
    private static String output(V2Client client, String session, boolean replayed) {
        StringBuilder shown = new StringBuilder();
        for (JsonNode update : client.updates(session)) {
            if (replayed && update.has("command")) {
                shown.setLength(0);
            }
            for (JsonNode data : List.of(update.path("data"), update.at("/output/data"))) {
                if (data.isTextual() && update.has("terminalId")) {
                    shown.append(new String(Base64.getDecoder().decode(data.asText()), StandardCharsets.US_ASCII));
                }
            }
        }
        return shown.toString();
    }

    @Test
    void inVersion1ItWritesAsWell() throws Exception {
        try (StoredClient client = StoredClient.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "build");
            store.stopOpening(new SessionId(session));
            int resuming = client.raw()
                    .request(
                            "session/resume",
                            "{\"sessionId\":\"" + session + "\",\"cwd\":\"/project\",\"mcpServers\":[]}");
            store.awaitStopped();
            CompletableFuture<Void> writer = begun(() -> call.get().content("half"));
            store.release();
            client.raw().result(resuming);
            writer.get(60, TimeUnit.SECONDS);
            assertThat(client.raw().update().toString()).contains("half");
            assertThat(cancelled.getCount()).isEqualTo(1);
        }
    }

    @Test
    void whatRunsInTheBackgroundEndsWhenAnotherProcessTakesTheSessionWhileItIsOpenedAgain() throws Exception {
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "build");
            client.awaitEnds(session, 1);
            store.stopOpening(new SessionId(session));
            int resuming = resume(client, session, "");
            store.awaitStopped();
            store.giveAway(new SessionId(session));
            CompletableFuture<Void> writer = begun(() -> call.get().content("half"));
            store.release();
            client.response(resuming);
            assertThatThrownBy(() -> writer.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(BranchException.class);
            assertThat(cancelled.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(client.error(client.prompt(session, "say a"))
                            .at("/data/reason")
                            .asText())
                    .isEqualTo("taken_over");
        }
    }

    @Test
    void aClientThatOpensItsSessionAgainTakesItBackWithWhatRunsInTheBackground() throws Exception {
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "run;build");
            client.awaitEnds(session, 1);
            terminal.get().write(new byte[] {65});
            store.giveAway(new SessionId(session));
            client.result(resume(client, session, ""));
            call.get().complete("built");
            client.until(() -> client.updates(session).toString().contains("built"));
            assertThat(cancelled.getCount()).isEqualTo(1);
            client.prompt(session, "say a");
            client.awaitEnds(session, 1);
        }
    }
}
