package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.AgentSession;
import io.acp4j.agent.ConversationOptions;
import io.acp4j.agent.Turn;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.Conversations;
import io.acp4j.agent.tree.Node;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.fork.ForkOptions;
import io.acp4j.client.fork.ForkPoint;
import io.acp4j.client.fork.ForkWay;
import io.acp4j.client.fork.ForkableSession;
import io.acp4j.client.fork.ForkedTurn;
import io.acp4j.client.fork.HistoryMessage;
import io.acp4j.client.fork.MessageHistory.Start;
import io.acp4j.client.fork.SessionBranches;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.proxy.bridge.BridgeLimits;
import io.acp4j.proxy.bridge.VersionBridge;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.CompactionId;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.BranchMessage;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.ClientSessionCapabilities;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.CompactionStatus;
import io.acp4j.schema.update.CompactionSummaryChunk;
import io.acp4j.schema.update.CompactionUpdate;
import io.acp4j.store.jdbc.SessionStores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
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

    /** However busy the machine is, an id that the agent gives to a prompt is the one that counts. */
    private static final VersionBridge BRIDGE = VersionBridge.builder()
            .limits(BridgeLimits.defaults().withInsertionDelay(LIMIT))
            .build();

    /** Few texts, so that many messages say the same. */
    private static final List<String> PROMPTS =
            List.of("a", "b", "a b", "tool", "two", "think", "nothing", "compact", "tool two");

    @TempDir
    private Path directory;

    private final Map<SessionId, AgentSession> atAgent = new ConcurrentHashMap<>();
    private final Map<SessionId, ForkableSession> open = new LinkedHashMap<>();
    private boolean replay;
    private List<String> links = List.of();
    private final List<String> steps = new ArrayList<>();
    private Random random = new Random();
    private AcpClient client;
    private AcpClient other;

    /** A link "2 over 1" is that of a client of version 2 and an agent of version 1, with a bridge between them. */
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
        "memory, true, true, 1 over 2, 2 over 1"
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
            walk(store + walk, given == null ? first + walk : given, echo);
        }
    }

    private void walk(String store, long seed, boolean echo) {
        random = new Random(seed);
        try (Conversations conversations = Conversations.over(
                store.startsWith("memory") ? SessionStore.inMemory() : SessionStores.open(directory.resolve(store)))) {
            AcpAgentBuilder agent = AcpAgent.builder("walked", "1")
                    .conversations(conversations, ConversationOptions.DEFAULTS.replayOnFork(replay))
                    .echoUserMessages(echo)
                    .onSessionOpened((session, how) -> atAgent.put(session.id(), session))
                    .onPrompt(BranchWalkTest::answer);
            try (AcpClient first = connect(agent, links.get(0));
                    AcpClient second = connect(agent, links.get(1))) {
                client = first;
                other = second;
                add(ForkableSession.of(client.newSession(CWD)));
                for (int i = 0; i < STEPS; i++) {
                    step();
                    open.values().forEach(this::check);
                }
            }
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(
                    "seed " + seed + ", steps:\n" + String.join("\n", steps) + "\n" + e.getMessage(), e);
        }
    }

    private static AcpClient connect(AcpAgentBuilder agent, String link) {
        String[] versions = link.split(" over ");
        ProtocolVersion version = new ProtocolVersion(Integer.parseInt(versions[0]));
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        Transport transport = pair.second();
        if (versions.length == 1) {
            agent.protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2);
        } else {
            agent.protocolVersions(new ProtocolVersion(Integer.parseInt(versions[1])));
            transport = BRIDGE.inFrontOf(transport);
        }
        agent.build().serve(pair.first());
        return AcpClient.builder(transport)
                .protocolVersions(version)
                .transcripts(TranscriptOptions.KEEP_ALL)
                .capabilities(ClientCapabilities.builder()
                        .session(
                                ClientSessionCapabilities.builder().compaction().build())
                        .build())
                .connect();
    }

    private static void answer(Turn turn) {
        String text = turn.text();
        if (text.contains("think")) {
            turn.think("hm");
        }
        if (text.contains("tool")) {
            turn.say("looking");
            turn.toolCall("look", ToolKind.READ).complete();
        }
        if (text.contains("two")) {
            turn.say("first");
            turn.endMessage();
        }
        if (text.contains("compact")) {
            CompactionId id = new CompactionId(turn.userMessageId() + ".compaction");
            turn.update(CompactionUpdate.of(id, CompactionStatus.IN_PROGRESS));
            turn.update(new CompactionSummaryChunk(id, TextContent.of("in short"), null));
            turn.update(CompactionUpdate.of(id, CompactionStatus.COMPLETED));
        }
        if (!text.contains("nothing")) {
            turn.say("re ");
            turn.say(text);
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
        switch (random.nextInt(16)) {
            case 0, 1, 2, 3 -> prompt(session);
            case 4, 5, 6 -> navigate(session);
            case 7 -> graft(session);
            case 8 -> prune(session);
            case 9 -> label(session);
            case 10, 11 -> fork(session);
            case 12 -> edit(session);
            case 13 -> regenerate(session);
            case 14 -> reopen(session);
            default -> takeOver(session);
        }
    }

    private void note(String what, ForkableSession session, @Nullable Object more) {
        steps.add(what + " " + session.session().id() + " " + more);
    }

    private void prompt(ForkableSession session) {
        String text = any(PROMPTS);
        note("prompt", session, text);
        session.session().prompt(text);
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
            note("graft", session, from + " into " + into);
            tolerating(() -> SessionBranches.of(session.session()).graft(from, "in sum", into));
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
        ForkableSession fork = session.fork(point, ForkOptions.labelled("fork"));
        if (random.nextBoolean() && fork.madeBy() != ForkWay.NEW_SESSION) {
            note("load", fork, "");
            fork = ForkableSession.of(load(client, fork.session().id()));
            assertThat(fork.messages().start()).isEqualTo(Start.BEGINNING);
        }
        inherits(session.messages().start(), fork, known.subList(0, count), List.of());
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
            turn.turn().await();
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
            turn.turn().await();
            inherits(session.messages().start(), turn.fork(), known.subList(0, asked), List.of(text(known.get(asked))));
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
        return Objects.requireNonNull(atAgent.get(session.id())).tree().path();
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
