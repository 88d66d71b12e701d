package io.acp4j.client.versions;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.TurnInProgressException;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Walks at random through what a client does with one session where that meets: prompts, also while the agent works, work without a
 * prompt, texts that change, questions, cancellation, tool calls in the background and their own cancellation, titles, replays and
 * resumptions while something goes on, archiving, closing and deleting. The test plays the agent, and a model says after each step what the
 * client must show, what must have ended and how, and what must not be sent. The same walk in both versions.
 */
class CrossingsWalkTest {

    private static final int STEPS = 60;
    private static final SessionId SESSION = new SessionId(WalkedAgent.ID);

    private final List<String> log = new ArrayList<>();

    private int version;
    private WalkedAgent agent;
    private WalkedQuestion question;
    private Random random;
    private AcpClient client;
    private ClientSession session;

    /** What was said, by the ids of messages. */
    private final Map<String, String> texts = new LinkedHashMap<>();

    private final List<Prompt> waiting = new ArrayList<>();
    private final List<Prompt> inserted = new ArrayList<>();
    private final List<String> background = new ArrayList<>();
    private boolean tellsBackground;
    private boolean working;
    private @Nullable String title;
    private int made;

    /** A prompt that has no end yet. */
    private record Prompt(String id, PromptTurn turn, JsonNode request) {}

    static Stream<Arguments> walks() {
        return LongStream.rangeClosed(1, Long.getLong("acp.test.seeds", 30))
                .boxed()
                .flatMap(seed -> Stream.of(Arguments.of(1, seed), Arguments.of(2, seed)));
    }

    @ParameterizedTest
    @MethodSource("walks")
    void theClientShowsWhatTheModelSays(int spoken, long seed) {
        version = spoken;
        random = new Random(seed);
        agent = new WalkedAgent(version);
        question = new WalkedQuestion(agent);
        client = agent.connect(builder -> {
            builder.protocolVersions(V2Fixture.V2, V2Fixture.V1).transcripts(TranscriptOptions.KEEP_ALL);
            question.addTo(builder);
        });
        session = V2Fixture.open(client, agent.raw(), WalkedAgent.ID);
        try {
            for (int step = 0; step < STEPS; step++) {
                step();
                check();
            }
            settle();
            check();
            assertThat(agent.raw().waiting())
                    .as("frames that nothing asked for")
                    .isZero();
        } catch (Exception | AssertionError e) {
            throw new AssertionError("version " + version + ", seed " + seed + ", steps " + log + ": " + e, e);
        } finally {
            client.close();
        }
    }

    private void step() throws InterruptedException {
        switch (random.nextInt(16)) {
            case 0, 1, 2 -> prompt();
            case 3, 4 -> insert();
            case 5 -> say();
            case 6 -> end("end_turn");
            case 7 -> cancel();
            case 8 -> withdraw();
            case 9 -> run("work");
            case 10 -> startInBackground();
            case 11 -> cancelCall();
            case 12 -> ask();
            case 13 -> reopen(random.nextBoolean());
            case 14 -> title();
            default -> {
                if (random.nextInt(3) == 0) {
                    leave(List.of("close", "archive", "delete").get(random.nextInt(3)));
                } else {
                    change();
                }
            }
        }
    }

    private void check() {
        boolean busy = working || !waiting.isEmpty() || !inserted.isEmpty();
        V2Fixture.awaitEqual(
                "texts", () -> V2Fixture.shown(session.transcript().snapshot()), List.copyOf(texts.values()));
        V2Fixture.awaitEqual("background", () -> V2Fixture.background(session), listed());
        V2Fixture.awaitEqual("title", () -> session.transcript().snapshot().title(), title);
        V2Fixture.awaitEqual("a turn under way", session::isTurnInProgress, busy);
        waiting.forEach(each -> assertThat(each.turn().inserted()).isNotDone());
        Stream.of(waiting, inserted)
                .flatMap(List::stream)
                .forEach(each -> assertThat(each.turn().result()).as(each.id()).isNotDone());
    }

    private @Nullable List<String> listed() {
        return tellsBackground ? List.copyOf(background) : null;
    }

    private void prompt() {
        String id = "u" + made++;
        if (version == 1 && !inserted.isEmpty()) {
            log.add("prompt while one runs");
            assertThatThrownBy(() -> session.startTurn(id)).isInstanceOf(TurnInProgressException.class);
            return;
        }
        log.add("prompt " + id);
        Prompt prompt = new Prompt(id, session.startTurn(id), agent.expect("session/prompt"));
        if (version == 1) {
            inserted.add(prompt);
            texts.put(id, "user:" + id);
        } else {
            waiting.add(prompt);
        }
    }

    /** Inserts the prompt that has waited longest; what says so comes in either order. */
    private void insert() {
        if (waiting.isEmpty()) {
            return;
        }
        Prompt prompt = waiting.remove(0);
        log.add("insert " + prompt.id());
        agent.insert(prompt.request(), prompt.id(), random.nextBoolean());
        assertThat(get(prompt.turn().inserted()).value()).isEqualTo(prompt.id());
        texts.put(prompt.id(), "user:" + prompt.id());
        inserted.add(prompt);
        run("run");
    }

    private void run(String what) {
        if (version == 1) {
            return;
        }
        log.add(what);
        working = true;
        agent.state("running", listed(), "");
    }

    private void say() {
        String id = "a" + made++;
        log.add("say " + id);
        agent.say(id);
        texts.put(id, "agent:" + id);
    }

    /** Replaces or clears what the agent has said. */
    private void change() {
        List<String> said =
                texts.keySet().stream().filter(id -> id.startsWith("a")).toList();
        if (version == 1 || said.isEmpty()) {
            return;
        }
        String id = said.get(random.nextInt(said.size()));
        // Another text than before, so that the change can be seen to have come.
        String text = random.nextBoolean() && !texts.get(id).equals("agent:") ? "" : "b" + made++;
        log.add("change " + id);
        agent.change(id, text);
        texts.put(id, "agent:" + text);
    }

    /** Ends the work with what takes part in it; in version 2 an end is told even where there is none. */
    private void end(String reason) {
        decide();
        if (version == 1) {
            if (inserted.isEmpty()) {
                return;
            }
            agent.end(inserted.get(0).request(), reason);
        } else {
            agent.state("idle", listed(), working ? ",'stopReason':'" + reason + "'" : "");
        }
        log.add("end " + reason);
        working = false;
        for (Prompt prompt : inserted) {
            assertThat(get(prompt.turn().result()).stopReason().value()).isEqualTo(reason);
        }
        inserted.clear();
    }

    private void cancel() {
        log.add("cancel");
        session.cancel();
        question.cancelled();
        stop();
    }

    /** Ends as cancelled what works and what waits. */
    private void stop() {
        for (Prompt prompt : waiting) {
            agent.withdrawn(prompt.request());
            assertThat(get(prompt.turn().result()).stopReason().value()).isEqualTo("cancelled");
        }
        waiting.clear();
        if (working || !inserted.isEmpty()) {
            end("cancelled");
        }
    }

    /** Takes back a prompt that waits for other work. */
    private void withdraw() {
        if (waiting.isEmpty() || inserted.isEmpty()) {
            return;
        }
        Prompt prompt = waiting.remove(random.nextInt(waiting.size()));
        log.add("withdraw " + prompt.id());
        prompt.turn().cancel();
        assertThat(agent.expect("$/cancel_request").at("/params/requestId"))
                .isEqualTo(prompt.request().get("id"));
        assertThat(get(prompt.turn().result()).stopReason().value()).isEqualTo("cancelled");
        agent.withdrawn(prompt.request());
    }

    /** Asks the user while something works, or has the user decide. */
    private void ask() throws InterruptedException {
        if (question.isOpen()) {
            decide();
        } else if (working || version == 1 && !inserted.isEmpty()) {
            log.add("ask");
            question.ask(1000 + made++);
        }
    }

    private void decide() {
        if (question.isOpen()) {
            log.add("decide");
            question.decide();
        }
    }

    private void startInBackground() {
        if (version == 1 || background.size() == 3) {
            return;
        }
        String id = "c" + made++;
        log.add("background " + id);
        background.add(id);
        tellsBackground = true;
        agent.call(id);
        present();
    }

    /** Sends the state of the session again. */
    private void present() {
        agent.state(working ? "running" : "idle", listed(), "");
    }

    private void cancelCall() {
        ToolCallId none = new ToolCallId("none");
        assertThatThrownBy(() -> session.cancelToolCall(none)).isInstanceOf(UnsupportedCapabilityException.class);
        if (background.isEmpty()) {
            return;
        }
        ToolCallId id = new ToolCallId(background.remove(random.nextInt(background.size())));
        log.add("cancel " + id);
        CompletableFuture<Void> cancelling = session.cancelToolCallAsync(id);
        JsonNode request = agent.expect("tool_call/cancel");
        assertThat(request.at("/params/toolCallId").asText()).isEqualTo(id.value());
        agent.callCancelled(id.value());
        present();
        agent.done(request);
        get(cancelling);
        assertThatThrownBy(() -> session.cancelToolCall(id)).isInstanceOf(UnsupportedCapabilityException.class);
    }

    private void title() {
        String wanted = "T" + made++;
        log.add("title " + wanted);
        CompletableFuture<String> setting = client.unstable().setSessionTitleAsync(SESSION, wanted);
        JsonNode request = agent.expect("session/set_title");
        title = request.at("/params/title").asText();
        agent.title(title);
        agent.raw().result(request, "{'title':'" + title + "'}");
        assertThat(get(setting)).isEqualTo(wanted);
    }

    /** Opens the session again, in version 2 also while something goes on in it. */
    private void reopen(boolean replays) {
        decide();
        if (version == 1 && !inserted.isEmpty()) {
            return;
        }
        log.add(replays ? "load" : "resume");
        if (replays) {
            load();
            return;
        }
        CompletableFuture<ClientSession> opening = client.resumeSessionAsync(
                ResumeSessionRequest.builder(SESSION, "/project").build(), null);
        JsonNode request = agent.expect("session/resume");
        assertThat(request.at("/params/replayFrom").isMissingNode()).isTrue();
        if (version == 2) {
            present();
        }
        agent.done(request);
        assertThat(get(opening)).isSameAs(session);
    }

    private void load() {
        CompletableFuture<ClientSession> opening = client.loadSessionAsync(
                LoadSessionRequest.builder(SESSION, "/project").build(), null);
        JsonNode request = agent.expect(version == 1 ? "session/load" : "session/resume");
        agent.replay(texts, background, title);
        if (version == 2) {
            present();
        }
        agent.done(request);
        session = get(opening);
    }

    /** Ends the session with all that goes on in it, and opens it again, from what is stored or as a new one. */
    private void leave(String how) {
        decide();
        log.add(how);
        CompletableFuture<Void> leaving = switch (how) {
            case "close" -> session.closeAsync();
            case "archive" -> client.unstable().archiveSessionAsync(SESSION);
            default -> client.deleteSessionAsync(SESSION);
        };
        JsonNode request = agent.expect("session/" + how);
        if (!background.isEmpty()) {
            background.clear();
            present();
        }
        stop();
        agent.done(request);
        get(leaving);
        V2Fixture.await(() -> client.sessions().isEmpty());
        ClientSession left = session;
        if (how.equals("archive")) {
            CompletableFuture<Void> back = client.unstable().unarchiveSessionAsync(SESSION);
            agent.done(agent.expect("session/unarchive"));
            get(back);
        }
        if (how.equals("delete")) {
            texts.clear();
            title = null;
            tellsBackground = false;
            session = V2Fixture.open(client, agent.raw(), WalkedAgent.ID);
        } else {
            load();
        }
        assertThat(session).isNotSameAs(left);
    }

    private void settle() {
        decide();
        while (!waiting.isEmpty()) {
            insert();
        }
        end("end_turn");
    }
}
