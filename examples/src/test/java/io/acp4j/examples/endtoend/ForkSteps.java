package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.client.PromptTurn;
import io.acp4j.client.fork.ForkMechanism;
import io.acp4j.client.fork.ForkOptions;
import io.acp4j.client.fork.ForkPoint;
import io.acp4j.client.fork.ForkableSession;
import io.acp4j.client.fork.ForkedTurn;
import io.acp4j.client.fork.HistoryMessage;
import io.acp4j.client.fork.MessageHistory.Start;
import io.acp4j.examples.endtoend.WalkedPaths.Said;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.content.ContentBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** The steps of a walk that fork: a fork has what its user pointed at, and then what was prompted. */
record ForkSteps(Walk walk, AtomicInteger keys) {

    private static final int MAX_SESSIONS = 6;

    ForkSteps(Walk walk) {
        this(walk, new AtomicInteger());
    }

    /** Forks what has ended while a turn runs, and lets that end or cancels it. */
    void inTheMiddleOfATurn(ForkableSession session) {
        List<HistoryMessage> known = session.messages().messages();
        Start start = session.messages().start();
        boolean cancels = walk.random().nextBoolean();
        walk.note(cancels ? "fork and cancel" : "fork in a turn", session, "");
        walk.agent().hold();
        walk.saying(session, () -> {
            PromptTurn turn = session.session().startTurn(walk.any(Walk.PROMPTS) + " hold");
            await().atMost(WalkedPaths.LIMIT)
                    .until(() -> session.session().transcript().snapshot().messages().stream()
                            .anyMatch(message -> message.index() >= known.size()
                                    && message.text().contains("held")));
            inherits(start, session.fork(ForkPoint.end()), known, List.of());
            if (cancels) {
                turn.cancel();
            }
            walk.agent().letGo();
            turn.await();
        });
    }

    void fork(ForkableSession session) {
        List<HistoryMessage> known = session.messages().messages();
        int count = known.isEmpty() ? 0 : walk.random().nextInt(known.size() + 1);
        ForkPoint point = switch (walk.random().nextInt(4)) {
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
        walk.note("fork", session, point);
        boolean repeats =
                session.way(point) != ForkMechanism.NEW_SESSION && walk.random().nextInt(3) == 0;
        ForkOptions.Builder options = ForkOptions.builder().label("fork");
        if (repeats) {
            options.idempotencyKey("key " + keys.incrementAndGet());
        }
        ForkableSession fork = session.fork(point, options.build());
        if (repeats) {
            walk.note("repeat", session, point);
            assertThat(session.fork(point, options.build()).session().id())
                    .isEqualTo(fork.session().id());
        }
        if (walk.random().nextBoolean() && fork.madeBy() != ForkMechanism.NEW_SESSION) {
            walk.note("load", fork, "");
            fork = ForkableSession.of(Walk.load(walk.client(), fork.session().id()));
            assertThat(fork.messages().start()).isEqualTo(Start.BEGINNING);
        }
        inherits(session.messages().start(), fork, known.subList(0, count), List.of());
        if (count < known.size()) {
            List<Said> inherited = walk.paths().messages(fork);
            String mode = inherited.isEmpty()
                    ? WalkedPaths.mode(session)
                    : walk.modes().get(inherited.get(inherited.size() - 1).id());
            // Nobody has said a summary in a mode.
            if (mode != null) {
                assertThat(WalkedPaths.mode(fork)).as("mode of %s", fork).isEqualTo(mode);
            }
        }
    }

    /** Forks at a message of any branch, as a tree of the session's messages would let its user do. */
    void atAnyMessage(ForkableSession session) {
        MessageId point = walk.anyMessage(session);
        if (point == null) {
            return;
        }
        walk.note("fork at any", session, point);
        assertThat(session.offers(ForkPoint.at(point))).as("offers %s", point).isTrue();
        List<Said> expected = walk.paths().messagesTo(session, point);
        boolean isWhole = session.messages().start() == Start.BEGINNING;
        ForkableSession fork = session.fork(ForkPoint.at(point));
        assertThat(walk.paths().messages(fork)).isEqualTo(expected);
        if (walk.random().nextInt(3) == 0) {
            walk.note("load", fork, "");
            fork = ForkableSession.of(Walk.load(walk.client(), fork.session().id()));
            isWhole = true;
        }
        if (isWhole) {
            // An agent that replays a fork may send it after the response.
            ForkableSession whole = fork;
            await().atMost(WalkedPaths.LIMIT)
                    .untilAsserted(() -> assertThat(whole.messages().start()).isEqualTo(Start.BEGINNING));
        }
        add(fork);
    }

    void edit(ForkableSession session) {
        List<HistoryMessage> known = session.messages().messages();
        List<HistoryMessage> asked = known.stream()
                .filter(message -> message.role().equals(BranchRole.USER))
                .filter(message -> session.offers(ForkPoint.before(message)))
                .toList();
        if (!asked.isEmpty()) {
            HistoryMessage edited = walk.any(asked);
            String text = walk.any(Walk.PROMPTS);
            walk.note("edit", session, edited + " to " + text);
            ForkedTurn turn = session.editAndFork(edited, List.of(ContentBlock.text(text)), ForkOptions.DEFAULT);
            ended(turn);
            inherits(session.messages().start(), turn.fork(), known.subList(0, edited.index()), List.of(text));
        }
    }

    void regenerate(ForkableSession session) {
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
            HistoryMessage answer = walk.any(answers);
            int asked = answer.index() - 1;
            while (!known.get(asked).role().equals(BranchRole.USER)) {
                asked--;
            }
            walk.note("regenerate", session, answer);
            ForkedTurn turn = session.regenerate(answer, ForkOptions.DEFAULT);
            ended(turn);
            inherits(
                    session.messages().start(),
                    turn.fork(),
                    known.subList(0, asked),
                    List.of(WalkedPaths.text(known.get(asked))));
        }
    }

    private void ended(ForkedTurn turn) {
        turn.turn().await();
        String mode = WalkedPaths.mode(turn.fork());
        for (Said said : walk.paths().messages(turn.fork())) {
            if (!said.text().equals("in sum") && !said.text().equals(WalkedAgent.BY_ITSELF)) {
                walk.modes().putIfAbsent(Objects.requireNonNull(said.id()), mode);
            }
        }
    }

    /** Checks at the agent that a fork has what was pointed at, and then what was prompted. */
    private void inherits(Start start, ForkableSession fork, List<HistoryMessage> messages, List<String> prompted) {
        List<String> expected = new ArrayList<>();
        messages.forEach(message -> expected.add(message.role() + " " + WalkedPaths.text(message)));
        prompted.forEach(text -> expected.add("user " + text));
        List<String> path = new ArrayList<>();
        walk.paths().messages(fork).forEach(message -> path.add(message.role() + " " + message.text()));
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
    }

    private void add(ForkableSession fork) {
        walk.add(fork);
        while (walk.open().size() > MAX_SESSIONS) {
            SessionId oldest = walk.open().keySet().iterator().next();
            walk.open().remove(oldest).session().close();
        }
    }
}
