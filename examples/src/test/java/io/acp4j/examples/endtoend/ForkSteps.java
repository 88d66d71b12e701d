package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkMechanism;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.NoForkPointException;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.examples.endtoend.WalkedPaths.Said;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
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
    void inTheMiddleOfATurn(ClientSession session) {
        List<TranscriptMessage> known = session.forks().messages();
        boolean isWhole = session.forks().isBeginningKnown();
        boolean cancels = walk.random().nextBoolean();
        walk.note(cancels ? "fork and cancel" : "fork in a turn", session, "");
        walk.agent().hold();
        walk.saying(session, () -> {
            PromptTurn turn = session.startTurn(walk.any(Walk.PROMPTS) + " hold");
            await().atMost(WalkedPaths.LIMIT)
                    .until(() -> session.transcript().snapshot().messages().stream()
                            .anyMatch(message -> message.index() >= known.size()
                                    && message.text().contains("held")));
            inherits(isWhole, session.forks().fork(ForkPoint.end()), known, List.of());
            if (cancels) {
                turn.cancel();
            }
            walk.agent().letGo();
            turn.await();
        });
    }

    void fork(ClientSession session) {
        List<TranscriptMessage> known = session.forks().messages();
        int count = known.isEmpty() ? 0 : walk.random().nextInt(known.size() + 1);
        ForkPoint point;
        try {
            point = switch (walk.random().nextInt(4)) {
                case 0 -> ForkPoint.first(count);
                case 1 -> count == 0 ? ForkPoint.first(0) : session.forks().at(known.get(count - 1));
                case 2 ->
                    count == known.size() ? ForkPoint.end() : session.forks().before(known.get(count));
                default -> {
                    count = known.size();
                    yield ForkPoint.end();
                }
            };
        } catch (NoForkPointException e) {
            requireUnnamed(session, known, count);
            return;
        }
        if (!session.forks().supports(point)) {
            return;
        }
        walk.note("fork", session, point);
        boolean repeats = session.forks().mechanismFor(point) != ForkMechanism.NEW_SESSION
                && walk.random().nextInt(3) == 0;
        ForkOptions.Builder options = ForkOptions.builder().label("fork");
        if (repeats) {
            options.idempotencyKey("key " + keys.incrementAndGet());
        }
        ClientSession fork = session.forks().fork(point, options.build());
        if (repeats) {
            walk.note("repeat", session, point);
            assertThat(session.forks().fork(point, options.build()).id()).isEqualTo(fork.id());
        }
        if (walk.random().nextBoolean() && fork.forks().mechanism() != ForkMechanism.NEW_SESSION) {
            walk.note("load", fork, "");
            fork = Walk.load(walk.client(), fork.id());
            assertThat(fork.forks().isBeginningKnown()).isTrue();
        }
        inherits(session.forks().isBeginningKnown(), fork, known.subList(0, count), List.of());
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
    void atAnyMessage(ClientSession session) {
        MessageId point = walk.anyMessage(session);
        if (point == null) {
            return;
        }
        walk.note("fork at any", session, point);
        assertThat(session.forks().supports(ForkPoint.at(point)))
                .as("offers %s", point)
                .isTrue();
        List<Said> expected = walk.paths().messagesTo(session, point);
        boolean isWhole = session.forks().isBeginningKnown();
        ClientSession fork = session.forks().fork(ForkPoint.at(point));
        assertThat(walk.paths().messages(fork)).isEqualTo(expected);
        if (walk.random().nextInt(3) == 0) {
            walk.note("load", fork, "");
            fork = Walk.load(walk.client(), fork.id());
            isWhole = true;
        }
        if (isWhole) {
            // An agent that replays a fork may send it after the response.
            ClientSession whole = fork;
            await().atMost(WalkedPaths.LIMIT)
                    .untilAsserted(
                            () -> assertThat(whole.forks().isBeginningKnown()).isTrue());
        }
        add(fork);
    }

    void edit(ClientSession session) {
        List<TranscriptMessage> known = session.forks().messages();
        List<TranscriptMessage> asked = known.stream()
                .filter(message -> message.role() == MessageRole.USER)
                .filter(message -> supportsBefore(session, known, message))
                .toList();
        if (!asked.isEmpty()) {
            TranscriptMessage edited = walk.any(asked);
            String text = walk.any(Walk.PROMPTS);
            walk.note("edit", session, edited + " to " + text);
            PromptTurn turn =
                    session.forks().editAndFork(edited, List.of(ContentBlock.text(text)), ForkOptions.DEFAULT);
            ended(turn);
            inherits(
                    session.forks().isBeginningKnown(),
                    turn.session(),
                    known.subList(0, known.indexOf(edited)),
                    List.of(text));
        }
    }

    private static boolean supportsBefore(
            ClientSession session, List<TranscriptMessage> known, TranscriptMessage message) {
        try {
            return session.forks().supports(session.forks().before(message));
        } catch (NoForkPointException e) {
            requireUnnamed(session, known, known.indexOf(message));
            return false;
        }
    }

    /** Checks that no point denotes the end of some messages: they cannot be counted, and the last one has no ID. */
    private static void requireUnnamed(ClientSession session, List<TranscriptMessage> known, int count) {
        assertThat(session.forks().isBeginningKnown()).isFalse();
        if (count > 0) {
            assertThat(known.get(count - 1).id()).isNull();
        } else {
            assertThat(known.get(0)).matches(first -> first.role() != MessageRole.USER || first.id() == null, "no ID");
        }
    }

    void regenerate(ClientSession session) {
        List<TranscriptMessage> known = session.forks().messages();
        List<TranscriptMessage> answers = new ArrayList<>();
        TranscriptMessage question = null;
        for (TranscriptMessage message : known) {
            if (message.role() == MessageRole.USER) {
                question = message;
            } else if (question != null && supportsBefore(session, known, question)) {
                answers.add(message);
            }
        }
        if (!answers.isEmpty()) {
            TranscriptMessage answer = walk.any(answers);
            int asked = known.indexOf(answer) - 1;
            while (known.get(asked).role() != MessageRole.USER) {
                asked--;
            }
            walk.note("regenerate", session, answer);
            PromptTurn turn = session.forks().regenerate(answer, ForkOptions.DEFAULT);
            ended(turn);
            inherits(
                    session.forks().isBeginningKnown(),
                    turn.session(),
                    known.subList(0, asked),
                    List.of(WalkedPaths.text(known.get(asked))));
        }
    }

    private void ended(PromptTurn turn) {
        turn.await();
        String mode = WalkedPaths.mode(turn.session());
        for (Said said : walk.paths().messages(turn.session())) {
            if (!said.text().equals("in sum") && !said.text().equals(WalkedAgent.BY_ITSELF)) {
                walk.modes().putIfAbsent(Objects.requireNonNull(said.id()), mode);
            }
        }
    }

    /** Checks at the agent that a fork has what was pointed at, and then what was prompted. */
    private void inherits(
            boolean isWhole, ClientSession fork, List<TranscriptMessage> messages, List<String> prompted) {
        List<String> expected = new ArrayList<>();
        messages.forEach(message -> expected.add(WalkedPaths.role(message) + " " + WalkedPaths.text(message)));
        prompted.forEach(text -> expected.add("user " + text));
        List<String> path = new ArrayList<>();
        walk.paths().messages(fork).forEach(message -> path.add(message.role() + " " + message.text()));
        while (!prompted.isEmpty() && path.get(path.size() - 1).startsWith("agent ")) {
            // The new answer.
            path.remove(path.size() - 1);
        }
        if (isWhole) {
            assertThat(path).isEqualTo(expected);
        } else {
            assertThat(path).hasSizeGreaterThanOrEqualTo(expected.size());
            assertThat(path.subList(path.size() - expected.size(), path.size())).isEqualTo(expected);
        }
        add(fork);
    }

    private void add(ClientSession fork) {
        walk.add(fork);
        while (walk.open().size() > MAX_SESSIONS) {
            SessionId oldest = walk.open().keySet().iterator().next();
            walk.open().remove(oldest).close();
        }
    }
}
