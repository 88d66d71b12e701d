package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AgentSession;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.Conversations;
import io.acp4j.agent.tree.Node;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.fork.ForkOptions;
import io.acp4j.client.fork.ForkPoint;
import io.acp4j.client.fork.ForkWay;
import io.acp4j.client.fork.ForkableSession;
import io.acp4j.client.fork.ForkedTurn;
import io.acp4j.client.fork.HistoryMessage;
import io.acp4j.client.fork.MessageHistory.Start;
import io.acp4j.client.fork.SessionBranches;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.branching.BranchMessage;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.branching.NavigateSessionRequest;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.store.jdbc.SessionStores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random walks over all that a client can do with branches: after each step, what the client knows of each session is what the
 * agent's own path of it has, and a fork has what its user pointed at. {@code -Dwalk.count=500 -Dwalk.from=1000} walks further,
 * {@code -Dwalk.seed=N} walks one again.
 */
@Timeout(600)
class BranchWalkTest {

    private static final int WALKS = Integer.getInteger("walk.count", 5);
    private static final int STEPS = 60;
    private static final int MAX_SESSIONS = 6;
    private static final Path CWD = Path.of("/project");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Few texts, so that many messages say the same. */
    private static final List<String> PROMPTS =
            List.of("a", "b", "a b", "tool", "two", "think", "nothing", "compact", "tool two");

    @TempDir
    private Path directory;

    private final Map<SessionId, ForkableSession> open = new LinkedHashMap<>();

    /** The mode in which each message was said. */
    private final Map<MessageId, String> modes = new HashMap<>();

    private boolean replay;
    private List<String> links = List.of();
    private int keys;
    private final List<String> steps = new ArrayList<>();
    private Random random = new Random();
    private WalkedAgent agent = new WalkedAgent();
    private AcpClient client;
    private AcpClient other;

    @ParameterizedTest(name = "{0}, echo {1}, replay on fork {2}, clients of version {3} and {4}")
    @CsvSource({
        "memory, false, false, 1, 1",
        "memory, true, false, 1, 1",
        "memory, false, true, 1, 1",
        "memory, true, true, 1, 1",
        "sqlite, false, false, 1, 1",
        "sqlite, true, true, 1, 1",
        "memory, true, false, 2, 2",
        "memory, true, false, 1, 2",
        "sqlite, true, true, 2, 1",
        "memory, true, false, 2 over 1, 1",
        "memory, true, true, 1 over 2, 2 over 1",
        "memory, true, false, 1 ws, 2 http",
        "memory, true, true, 2 http, 1 http",
        "sqlite, true, false, 2 ws, 1 ws",
        "memory, false, true, 1 http, 1 ws"
    })
    void clientShowsTheActivePathAfterEachStep(
            String store, boolean echo, boolean replayOnFork, String link, String linkOfTheOther) {
        replay = replayOnFork;
        links = List.of(link, linkOfTheOther);
        Long given = Long.getLong("walk.seed");
        long first = Long.getLong("walk.from", 1);
        for (int walk = 0; walk < (given == null ? WALKS : 1); walk++) {
            open.clear();
            steps.clear();
            modes.clear();
            walk(store + walk, given == null ? first + walk : given, echo);
        }
    }

    private void walk(String store, long seed, boolean echo) {
        random = new Random(seed);
        agent = new WalkedAgent();
        try (Conversations conversations = Conversations.over(
                        store.startsWith("memory")
                                ? SessionStore.inMemory()
                                : SessionStores.open(directory.resolve(store)));
                WalkLinks connecting = new WalkLinks(agent.builder(conversations, echo, replay))) {
            client = connecting.connect(links.get(0));
            other = connecting.connect(links.get(1));
            add(ForkableSession.of(client.newSession(CWD)));
            for (int i = 0; i < STEPS; i++) {
                step();
                open.values().forEach(this::check);
            }
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(
                    "seed " + seed + ", steps:\n" + String.join("\n", steps) + "\n" + e.getMessage(), e);
        }
    }

    private void add(ForkableSession session) {
        open.put(session.session().id(), session);
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private ForkableSession any() {
        return any(List.copyOf(open.values()));
    }

    private void step() {
        ForkableSession session = any();
        switch (random.nextInt(21)) {
            case 0, 1, 2, 3 -> prompt(session);
            case 4, 5, 6 -> navigate(session);
            case 7 -> graft(session);
            case 8 -> prune(session);
            case 9 -> label(session);
            case 10, 11 -> fork(session);
            case 12 -> edit(session);
            case 13 -> regenerate(session);
            case 14 -> reopen(session);
            case 15 -> takeOver(session);
            case 16 -> navigateTwice(session);
            case 17 -> inTheMiddleOfATurn(session);
            case 18 -> delete(session);
            default -> mode(session);
        }
    }

    private void note(String what, ForkableSession session, @Nullable Object more) {
        steps.add(what + " " + session.session().id() + " " + more);
    }

    private void prompt(ForkableSession session) {
        String text = any(PROMPTS);
        note("prompt", session, text);
        saying(session, () -> session.session().prompt(text));
    }

    /** Notes in which mode the messages of a turn are said. */
    private void saying(ForkableSession session, Runnable turn) {
        Set<MessageId> before = ids(session);
        String mode = mode(session.session());
        turn.run();
        for (MessageId said : ids(session)) {
            if (!before.contains(said)) {
                modes.put(said, mode);
            }
        }
    }

    private Set<MessageId> ids(ForkableSession session) {
        Set<MessageId> ids = new LinkedHashSet<>();
        messages(path(session.session())).forEach(message -> ids.add(Objects.requireNonNull(message.id())));
        return ids;
    }

    private static String mode(ClientSession session) {
        return Objects.requireNonNull(session.modes()).currentModeId().value();
    }

    private void mode(ForkableSession session) {
        String mode = any(List.of(WalkedAgent.MODES));
        note("mode", session, mode);
        session.session().setMode(new SessionModeId(mode));
    }

    /** Goes to two messages, the second time without waiting for the first; the last one counts. */
    private void navigateTwice(ForkableSession session) {
        MessageId first = anyMessage(session);
        MessageId second = anyMessage(session);
        if (first != null && second != null) {
            note("navigate twice", session, first + ", " + second);
            SessionId id = session.session().id();
            CompletableFuture.allOf(
                            client.requestAsync(BranchMethods.NAVIGATE, NavigateSessionRequest.of(id, first)),
                            client.requestAsync(BranchMethods.NAVIGATE, NavigateSessionRequest.of(id, second)))
                    .join();
        }
    }

    /** Forks what has ended while a turn runs, and lets that end or cancels it. */
    private void inTheMiddleOfATurn(ForkableSession session) {
        List<HistoryMessage> known = session.messages().messages();
        Start start = session.messages().start();
        boolean cancels = random.nextBoolean();
        note(cancels ? "fork and cancel" : "fork in a turn", session, "");
        agent.hold();
        saying(session, () -> {
            PromptTurn turn = session.session().startTurn(any(PROMPTS) + " hold");
            await().atMost(LIMIT)
                    .until(() -> session.session().transcript().snapshot().messages().stream()
                            .anyMatch(message -> message.index() >= known.size()
                                    && message.text().contains("held")));
            inherits(start, session.fork(ForkPoint.end()), known, List.of());
            if (cancels) {
                turn.cancel();
            }
            agent.letGo();
            turn.await();
        });
    }

    /** What has been forked of a session outlives it. */
    private void delete(ForkableSession session) {
        if (open.size() > 1) {
            note("delete", session, "");
            session.session().delete();
            open.remove(session.session().id());
        }
    }

    private @Nullable MessageId anyMessage(ForkableSession session) {
        List<MessageId> all = SessionBranches.of(session.session())
                .tree()
                .map(BranchMessage::messageId)
                .toList();
        return all.isEmpty() ? null : any(all);
    }

    private void navigate(ForkableSession session) {
        MessageId to = anyMessage(session);
        if (to != null) {
            note("navigate", session, to);
            SessionBranches.of(session.session()).navigate(to);
        }
    }

    private void graft(ForkableSession session) {
        MessageId from = anyMessage(session);
        MessageId into = random.nextBoolean() ? anyMessage(session) : null;
        if (from != null) {
            boolean byAgent = random.nextInt(3) == 0;
            note(byAgent ? "graft by the agent" : "graft", session, from + " into " + into);
            tolerating(() -> {
                if (byAgent) {
                    agent.graft(session.session().id(), from, into);
                } else {
                    SessionBranches.of(session.session()).graft(from, "in sum", into);
                }
            });
        }
    }

    private void prune(ForkableSession session) {
        MessageId from = anyMessage(session);
        if (from != null) {
            note("prune", session, from);
            tolerating(() -> SessionBranches.of(session.session()).prune(from));
        }
    }

    private void label(ForkableSession session) {
        MessageId at = anyMessage(session);
        if (at != null) {
            note("label", session, at);
            SessionBranches.of(session.session()).label(at, random.nextBoolean() ? "name" : null);
        }
    }

    /** Agents refuse to graft a branch into itself, or to remove what somebody needs. */
    private static void tolerating(Runnable call) {
        try {
            call.run();
        } catch (AcpErrorException e) {
            assertThat(e.code().value()).as(e.getMessage()).isIn(-32602, -32600);
        }
    }

    private void fork(ForkableSession session) {
        List<HistoryMessage> known = session.messages().messages();
        int count = known.isEmpty() ? 0 : random.nextInt(known.size() + 1);
        ForkPoint point = switch (random.nextInt(4)) {
            case 0 -> ForkPoint.first(count);
            case 1 -> count == 0 ? ForkPoint.first(0) : ForkPoint.at(known.get(count - 1));
            case 2 -> count == known.size() ? ForkPoint.end() : ForkPoint.before(known.get(count));
            default -> {
                count = known.size();
                yield ForkPoint.end();
            }
        };
        if (!session.offers(point)) {
            return;
        }
        note("fork", session, point);
        boolean repeats = session.way(point) != ForkWay.NEW_SESSION && random.nextInt(3) == 0;
        ForkOptions.Builder options = ForkOptions.builder().label("fork");
        if (repeats) {
            options.idempotencyKey("key " + keys++);
        }
        ForkableSession fork = session.fork(point, options.build());
        if (repeats) {
            note("repeat", session, point);
            assertThat(session.fork(point, options.build()).session().id())
                    .isEqualTo(fork.session().id());
        }
        if (random.nextBoolean() && fork.madeBy() != ForkWay.NEW_SESSION) {
            note("load", fork, "");
            fork = ForkableSession.of(load(client, fork.session().id()));
            assertThat(fork.messages().start()).isEqualTo(Start.BEGINNING);
        }
        inherits(session.messages().start(), fork, known.subList(0, count), List.of());
        if (count < known.size()) {
            List<Said> inherited = messages(path(fork.session()));
            String mode = inherited.isEmpty()
                    ? mode(session.session())
                    : modes.get(inherited.get(inherited.size() - 1).id());
            // Nobody has said a summary in a mode.
            if (mode != null) {
                assertThat(mode(fork.session())).as("mode of %s", fork).isEqualTo(mode);
            }
        }
    }

    private void edit(ForkableSession session) {
        List<HistoryMessage> known = session.messages().messages();
        List<HistoryMessage> asked = known.stream()
                .filter(message -> message.role().equals(BranchRole.USER))
                .filter(message -> session.offers(ForkPoint.before(message)))
                .toList();
        if (!asked.isEmpty()) {
            HistoryMessage edited = any(asked);
            String text = any(PROMPTS);
            note("edit", session, edited + " to " + text);
            ForkedTurn turn = session.editAndFork(edited, List.of(ContentBlock.text(text)), ForkOptions.DEFAULT);
            ended(turn);
            inherits(session.messages().start(), turn.fork(), known.subList(0, edited.index()), List.of(text));
        }
    }

    private void regenerate(ForkableSession session) {
        List<HistoryMessage> known = session.messages().messages();
        List<HistoryMessage> answers = new ArrayList<>();
        HistoryMessage question = null;
        for (HistoryMessage message : known) {
            if (message.role().equals(BranchRole.USER)) {
                question = message;
            } else if (question != null && session.offers(ForkPoint.before(question))) {
                answers.add(message);
            }
        }
        if (!answers.isEmpty()) {
            HistoryMessage answer = any(answers);
            int asked = answer.index() - 1;
            while (!known.get(asked).role().equals(BranchRole.USER)) {
                asked--;
            }
            note("regenerate", session, answer);
            ForkedTurn turn = session.regenerate(answer, ForkOptions.DEFAULT);
            ended(turn);
            inherits(session.messages().start(), turn.fork(), known.subList(0, asked), List.of(text(known.get(asked))));
        }
    }

    private void ended(ForkedTurn turn) {
        turn.turn().await();
        String mode = mode(turn.fork().session());
        for (Said said : messages(path(turn.fork().session()))) {
            if (!said.text().equals("in sum") && !said.text().equals("by itself")) {
                modes.putIfAbsent(Objects.requireNonNull(said.id()), mode);
            }
        }
    }

    /** Checks at the agent that a fork has what was pointed at, and then what was prompted. */
    private void inherits(Start start, ForkableSession fork, List<HistoryMessage> messages, List<String> prompted) {
        List<String> expected = new ArrayList<>();
        messages.forEach(message -> expected.add(message.role() + " " + text(message)));
        prompted.forEach(text -> expected.add("user " + text));
        List<String> path = new ArrayList<>();
        messages(path(fork.session())).forEach(message -> path.add(message.role() + " " + message.text()));
        while (!prompted.isEmpty() && path.get(path.size() - 1).startsWith("agent ")) {
            // The new answer.
            path.remove(path.size() - 1);
        }
        if (start == Start.BEGINNING) {
            assertThat(path).isEqualTo(expected);
        } else {
            assertThat(path).hasSizeGreaterThanOrEqualTo(expected.size());
            assertThat(path.subList(path.size() - expected.size(), path.size())).isEqualTo(expected);
        }
        add(fork);
        while (open.size() > MAX_SESSIONS) {
            SessionId oldest = open.keySet().iterator().next();
            open.remove(oldest).session().close();
        }
    }

    private void reopen(ForkableSession session) {
        SessionId id = session.session().id();
        boolean load = random.nextBoolean();
        boolean close = random.nextBoolean();
        note((close ? "close, " : "") + (load ? "load" : "resume"), session, "");
        if (close) {
            session.session().close();
        }
        add(ForkableSession.of(load ? load(client, id) : resume(client, id)));
        if (load || !close) {
            assertThat(open.get(id).messages().start()).isEqualTo(Start.BEGINNING);
        }
    }

    /** Another client takes the session, goes to another branch of it, and gives it back. */
    private void takeOver(ForkableSession session) {
        SessionId id = session.session().id();
        ForkableSession theirs = ForkableSession.of(load(other, id));
        note("takeover", session, "");
        for (int i = random.nextInt(3); i >= 0; i--) {
            if (random.nextBoolean()) {
                navigate(theirs);
            } else {
                prompt(theirs);
            }
            if (random.nextInt(4) == 0) {
                mode(theirs);
            }
            check(theirs);
        }
        theirs.session().close();
        boolean load = random.nextBoolean();
        note(load ? "load" : "resume", session, "");
        add(ForkableSession.of(load ? load(client, id) : resume(client, id)));
    }

    private static ClientSession load(AcpClient by, SessionId id) {
        return by.loadSession(LoadSessionRequest.builder(id, CWD.toString()).build(), null);
    }

    private static ClientSession resume(AcpClient by, SessionId id) {
        return by.resumeSession(ResumeSessionRequest.builder(id, CWD.toString()).build(), null);
    }

    private record Said(BranchRole role, @Nullable MessageId id, String text) {}

    private List<Node> path(ClientSession session) {
        return agent.session(session.id()).tree().path();
    }

    private static List<Said> messages(List<Node> path) {
        List<Said> all = new ArrayList<>();
        for (Node node : path) {
            if (!node.kind().isMessage()) {
                continue;
            }
            BranchRole role = node.kind() == NodeKind.USER ? BranchRole.USER : BranchRole.AGENT;
            Said last = all.isEmpty() ? null : all.get(all.size() - 1);
            if (last != null && Objects.equals(last.id(), node.messageId())) {
                all.set(all.size() - 1, new Said(role, last.id(), last.text() + node.text()));
            } else {
                all.add(new Said(role, node.messageId(), node.text()));
            }
        }
        return all;
    }

    private static String text(HistoryMessage message) {
        StringBuilder text = new StringBuilder();
        for (ContentBlock block : message.content()) {
            text.append(((TextContent) block).text());
        }
        return text.toString();
    }

    private void check(ForkableSession session) {
        try {
            compare(session);
        } catch (AssertionError notYet) {
            // What a fork is sent after the response may be on its way.
            await().atMost(LIMIT).untilAsserted(() -> compare(session));
        }
    }

    private void compare(ForkableSession session) {
        AgentSession atAgent = agent.session(session.session().id());
        assertThat(mode(session.session()))
                .as("mode of %s", session)
                .isEqualTo(
                        Objects.requireNonNull(atAgent.modes()).currentModeId().value());
        List<Node> path = path(session.session());
        List<Said> agent = messages(path);
        List<Said> shown = session.messages().messages().stream()
                .map(message -> new Said(message.role(), message.id(), text(message)))
                .toList();
        if (session.messages().start() != Start.BEGINNING) {
            assertThat(shown).hasSizeLessThanOrEqualTo(agent.size());
            agent = agent.subList(agent.size() - shown.size(), agent.size());
        }
        List<Said> expected = new ArrayList<>();
        for (int i = 0; i < agent.size(); i++) {
            // A prompt that the agent has not sent back has no id at the client.
            boolean unnamed = i < shown.size() && shown.get(i).id() == null;
            Said said = agent.get(i);
            expected.add(unnamed ? new Said(said.role(), null, said.text()) : said);
        }
        assertThat(shown).as("messages of %s", session).isEqualTo(expected);
        if (session.messages().start() == Start.BEGINNING) {
            long calls = session.session().transcript().snapshot().entries().stream()
                    .filter(TranscriptToolCall.class::isInstance)
                    .count();
            assertThat(calls)
                    .as("tool calls of %s", session)
                    .isEqualTo(path.stream()
                            .flatMap(node -> node.updates().stream())
                            .filter(io.acp4j.schema.update.ToolCall.class::isInstance)
                            .count());
        }
    }
}
