package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.PromptTurn.SteeringMessage;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.StoredClient;
import io.acp4j.agent.testing.V2Client;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.plan.PlanEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Walks at random through one stored session where what holds alone meets: prompts that wait, cancellation, withdrawal, questions,
 * steering, work without a prompt, forks while something runs, takeovers by other connections of either version, lost connections. A
 * model says after each step what the client must have seen: the texts in order, the end of each piece of work, each response. Every
 * step is waited for, so that nothing depends on who is faster.
 */
class CrossingsWalkTest {

    private static final int STEPS = 25;
    private static final int WAITING = 3;

    /**
     * A prompt, or work without one.
     *
     * @param request the request's id; -1 for work without a prompt
     */
    private record Piece(int number, String kind, int request, String text) {
        boolean isPrompt() {
            return request >= 0;
        }
    }

    private final ScriptedAgent script = new ScriptedAgent();
    private final Map<String, CountDownLatch> works = new ConcurrentHashMap<>();
    private final SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
    private final AcpAgent agent = script.step("steer", CrossingsWalkTest::steer)
            .builder()
            .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
            .maxWaitingPrompts(WAITING)
            .sessions(repository, ScriptedAgent.UNTITLED)
            .build();

    private V2Client client;
    private String session;

    private final List<String> texts = new ArrayList<>();
    private final List<String> ends = new ArrayList<>();
    private final List<Piece> waiting = new ArrayList<>();
    private @Nullable Piece running;
    private @Nullable JsonNode question;
    private int settled;
    private int made;

    private static void steer(PromptTurn turn) {
        SteeringMessage more = turn.takeWaitingPrompt();
        while (more != null) {
            turn.say("taken " + more.text());
            more = turn.takeWaitingPrompt();
        }
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Long.getLong("acp.test.seeds", 5));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theClientSeesWhatTheModelSays(long seed) throws Exception {
        Random random = new Random(seed);
        List<String> log = new ArrayList<>();
        client = V2Client.of(agent);
        session = client.newSession();
        try {
            for (int step = 0; step < STEPS; step++) {
                step(random, log);
                check();
            }
            while (running != null) {
                log.add("finish");
                finish();
                check();
            }
            client.wire().requireSettled();
        } catch (Exception | AssertionError e) {
            throw new AssertionError("seed " + seed + ", steps " + log + ": " + e.getMessage(), e);
        } finally {
            client.close();
            repository.close();
        }
    }

    @RepeatedTest(3)
    void whatWaitsBehindAQuestionDoesNotBeginWhenTheClientIsGone() {
        client = V2Client.of(agent);
        session = client.newSession();
        try {
            for (int time = 0; time < 3; time++) {
                prompt("ask");
                prompt("wait");
                prompt("ask");
                reconnect();
                check();
            }
        } finally {
            client.close();
            repository.close();
        }
    }

    private void step(Random random, List<String> log) throws Exception {
        int choice = random.nextInt(20);
        if (choice < 8) {
            String kind = List.of("wait", "wait", "ask", "steer").get(random.nextInt(4));
            log.add(kind);
            prompt(kind);
        } else if (choice < 10) {
            log.add("work");
            work();
        } else if (choice < 14) {
            log.add("finish");
            finish();
        } else if (choice == 14) {
            log.add("cancel");
            cancel(random.nextBoolean());
        } else if (choice == 15) {
            log.add("withdraw");
            withdraw(random);
        } else if (choice < 18) {
            log.add("fork");
            fork();
        } else if (choice == 18) {
            int version = 1 + random.nextInt(2);
            log.add("takeover " + version);
            takeover(version);
        } else {
            log.add("reconnect");
            reconnect();
        }
    }

    private void check() {
        assertThat(client.wire().texts(session)).as("texts").isEqualTo(texts);
        assertThat(client.wire().ends(session)).as("ends of work").isEqualTo(ends);
        waiting.stream()
                .filter(Piece::isPrompt)
                .forEach(each -> assertThat(client.isAnswered(each.request()))
                        .as("a response to prompt %d, which waits", each.number())
                        .isFalse());
        assertThat(client.wire().state(session))
                .isEqualTo(running == null ? "idle" : question == null ? "running" : "requires_action");
    }

    private void prompt(String kind) {
        int number = made++;
        String text = "say a" + number + ";"
                + switch (kind) {
                    case "ask" -> "tool t;ask t;done t";
                    case "steer" -> "plan p" + number + ";wait g" + number + ";steer";
                    default -> "plan p" + number + ";wait g" + number;
                };
        Piece piece = new Piece(number, kind, client.prompt(session, text), text);
        if (running == null) {
            begun(piece);
        } else if (waiting.size() < WAITING) {
            client.await(session);
            waiting.add(piece);
        } else {
            assertThat(client.error(piece.request()).at("/data/reason").asText())
                    .isEqualTo("too_many_prompts");
        }
    }

    private void work() {
        int number = made++;
        Piece piece = new Piece(number, "work", -1, "");
        CountDownLatch gate = new CountDownLatch(1);
        works.put("g" + number, gate);
        AgentSession open = client.raw().agent().session(new SessionId(session));
        try {
            var unused = open.startTurn(work -> {
                work.say("a" + number);
                work.plan(List.of(PlanEntry.of("p" + number)));
                try (var unused2 = work.cancellation().onCancel(gate::countDown)) {
                    assertThat(gate.await(1, TimeUnit.MINUTES)).isTrue();
                }
            });
        } catch (AcpErrorException e) {
            assertThat(waiting).hasSize(WAITING);
            return;
        }
        if (running == null) {
            begun(piece);
        } else {
            waiting.add(piece);
        }
    }

    /** Takes what shows that a piece has begun, and that what it said is stored. */
    private void begun(Piece piece) {
        running = piece;
        settled = texts.size();
        if (piece.isPrompt()) {
            inserted(piece);
        }
        texts.add("agent_message:a" + piece.number());
        if (piece.kind().equals("ask")) {
            question = client.question();
            client.awaitState(session, "requires_action");
        } else {
            client.until(() -> client.updates(session).stream()
                    .anyMatch(update ->
                            update.at("/plan/entries/0/content").asText().equals("p" + piece.number())));
        }
    }

    private void inserted(Piece piece) {
        assertThat(client.result(piece.request()).path("messageId").asText()).isNotEmpty();
        texts.add("user_message:" + piece.text());
    }

    /** Lets the running piece end by itself, and the next one begin. */
    private void finish() {
        Piece piece = running;
        if (piece == null) {
            return;
        }
        if (question != null) {
            client.raw().respond(question, "{\"outcome\":{\"outcome\":\"selected\",\"optionId\":\"yes\"}}");
            question = null;
        } else if (piece.kind().equals("work")) {
            works.get("g" + piece.number()).countDown();
        } else {
            script.open("g" + piece.number());
        }
        ends.add("end_turn");
        client.awaitEnds(session, ends.size());
        if (piece.kind().equals("steer")) {
            waiting.stream().filter(Piece::isPrompt).forEach(each -> {
                inserted(each);
                texts.add("agent_message:taken " + each.text());
            });
            waiting.removeIf(Piece::isPrompt);
        }
        running = null;
        if (!waiting.isEmpty()) {
            begun(waiting.remove(0));
        }
    }

    private void cancel(boolean answersLate) {
        client.raw().cancel(session);
        if (running == null) {
            client.await(session);
            return;
        }
        ends.add("cancelled");
        client.awaitEnds(session, ends.size());
        waiting.stream()
                .filter(Piece::isPrompt)
                .forEach(each -> assertThat(
                                client.error(each.request()).get("code").asInt())
                        .isEqualTo(-32800));
        requireWithdrawn();
        if (question != null && answersLate) {
            client.raw().respond(question, "{\"outcome\":{\"outcome\":\"cancelled\"}}");
        }
        stopped();
    }

    /** The running piece has ended with what waited for it. */
    private void stopped() {
        waiting.clear();
        running = null;
        question = null;
    }

    private void requireWithdrawn() {
        JsonNode open = question;
        if (open != null) {
            client.until(() -> client.wire().isWithdrawn(open.get("id").asInt()));
        }
    }

    private void withdraw(Random random) {
        List<Piece> prompts = waiting.stream().filter(Piece::isPrompt).toList();
        if (prompts.isEmpty()) {
            return;
        }
        Piece piece = prompts.get(random.nextInt(prompts.size()));
        client.withdraw(piece.request());
        assertThat(client.error(piece.request()).get("code").asInt()).isEqualTo(-32800);
        waiting.remove(piece);
    }

    /** Forks what has ended; what runs is not in it, and goes on. */
    private void fork() {
        String fork = client.result(client.request("session/fork", "{'sessionId':'" + session + "','cwd':'/project'}"))
                .get("sessionId")
                .asText();
        client.result(client.about("session/close", fork));
        replay(fork);
        List<String> copied = client.wire().texts(fork);
        if (running == null) {
            assertThat(copied).as("a fork").isEqualTo(texts);
        } else if (running.isPrompt()) {
            assertThat(copied).as("a fork while a prompt runs").isEqualTo(texts.subList(0, settled));
        } else {
            assertThat(copied.subList(0, settled)).as("a fork while work runs").isEqualTo(texts.subList(0, settled));
        }
        client.result(client.about("session/close", fork));
    }

    private void replay(String of) {
        client.result(client.request(
                "session/resume", "{'sessionId':'" + of + "','cwd':'/project','replayFrom':{'type':'start'}}"));
    }

    /** Opens the session on another connection: here everything ends with an error, there it goes on. */
    private void takeover(int version) throws Exception {
        V2Client before = client;
        if (version == 1) {
            try (StoredClient other = StoredClient.of(agent)) {
                assertThat(other.transcript(session).stream()
                                .filter(line -> line.startsWith("user:") || line.startsWith("agent:"))
                                .toList())
                        .as("replayed under version 1")
                        .isEqualTo(texts.stream()
                                .map(line -> line.replace("_message:", ":"))
                                .collect(Collectors.toList()));
                requireTaken(before);
                String text = "say v" + made;
                assertThat(other.say(session, text)).isEqualTo("v" + made++);
                texts.add("user_message:" + text);
                texts.add("agent_message:" + text.substring(4));
            }
            go();
        } else {
            go();
            requireTaken(before);
        }
        before.close();
    }

    private void requireTaken(V2Client before) {
        V2Client now = client;
        client = before;
        if (running != null) {
            client.awaitEnds(session, ends.size() + 1);
            assertThat(client.wire().ends(session)).endsWith("error");
            waiting.stream()
                    .filter(Piece::isPrompt)
                    .forEach(each -> assertThat(client.error(each.request())
                                    .at("/data/reason")
                                    .asText())
                            .isEqualTo("taken_over"));
            requireWithdrawn();
        }
        assertThat(client.error(client.prompt(session, "say no"))
                        .at("/data/reason")
                        .asText())
                .isEqualTo("taken_over");
        assertThat(client.wire().ends(session)).hasSize(ends.size() + (running == null ? 0 : 1));
        client = now;
        stopped();
        ends.clear();
    }

    /** Loses the connection, which ends everything, and goes on with another one. */
    private void reconnect() {
        client.close();
        stopped();
        ends.clear();
        go();
    }

    private void go() {
        client = V2Client.of(agent);
        replay(session);
    }
}
