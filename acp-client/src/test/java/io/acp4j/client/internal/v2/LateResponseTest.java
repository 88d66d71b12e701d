package io.acp4j.client.internal.v2;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.internal.protocol.SessionTurns.Turn;
import io.acp4j.client.internal.protocol.TurnUpdates;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.PromptInserted;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.IdleStateUpdate;
import io.acp4j.schema.update.RunningStateUpdate;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UserMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents may respond to prompts later than they send updates of the turn, and callers may hear of it later still, or before. */
@Timeout(60)
class LateResponseTest {

    private static final SessionUpdate RUNNING = RunningStateUpdate.EMPTY;
    private static final SessionUpdate FIRST = UserMessage.of(new MessageId("u0"));
    private static final SessionUpdate SECOND = UserMessage.of(new MessageId("u1"));

    private final PromptedSession session = new PromptedSession();
    private final OverlappingTurns turns = new OverlappingTurns(session);

    private static SessionUpdate text(String text) {
        return AgentMessageChunk.of(ContentBlock.text(text));
    }

    private static SessionUpdate idle() {
        return IdleStateUpdate.of(StopReason.END_TURN);
    }

    private Turn prompt(TurnUpdates updates) {
        updates.iterate();
        return turns.prompt(List.of(ContentBlock.text("Go")), null, updates);
    }

    private static PromptInserted inserted(int prompt) {
        return new PromptInserted(new MessageId("u" + prompt), null);
    }

    private void respond(int prompt) {
        session.respond(prompt, inserted(prompt), null);
        session.conclude(prompt, inserted(prompt), null);
    }

    private static List<SessionUpdate> taken(TurnUpdates updates) throws InterruptedException {
        updates.end(null);
        List<SessionUpdate> all = new ArrayList<>();
        for (SessionUpdate next = updates.take(); next != null; next = updates.take()) {
            all.add(next);
        }
        return all;
    }

    /** Behind which update each of two responses is handled. */
    static Stream<Arguments> moments() {
        return IntStream.rangeClosed(2, 12)
                .boxed()
                .flatMap(first -> IntStream.rangeClosed(5, 12).mapToObj(second -> Arguments.of(first, second)));
    }

    @ParameterizedTest
    @MethodSource("moments")
    void turnHasItsUpdatesWheneverItsResponseIsHandled(int first, int second) throws Exception {
        SessionUpdate one = text("one");
        SessionUpdate both = text("both");
        SessionUpdate end = idle();
        List<SessionUpdate> wire = List.of(
                RUNNING,
                FIRST,
                one,
                text("more"),
                SECOND,
                both,
                end,
                text("later"),
                RUNNING,
                text("own"),
                idle(),
                RUNNING);
        TurnUpdates ofFirst = new TurnUpdates();
        TurnUpdates ofSecond = new TurnUpdates();
        Turn firstTurn = prompt(ofFirst);
        Turn secondTurn = null;
        for (int at = 0; at < wire.size(); at++) {
            if (at == 3) {
                secondTurn = prompt(ofSecond);
            }
            turns.assign(wire.get(at)).run();
            if (at + 1 == first) {
                respond(0);
            }
            if (at + 1 == second) {
                respond(1);
            }
        }
        assertThat(firstTurn.end()).isCompleted();
        assertThat(taken(ofFirst)).containsExactlyElementsOf(wire.subList(0, 7));
        assertThat(secondTurn).isNotNull();
        assertThat(secondTurn.end()).isCompleted();
        // With a response that is handled behind the echo at once, as with one that is handled late.
        assertThat(taken(ofSecond)).containsExactlyElementsOf(wire.subList(4, 7));
    }

    /** Behind which update the response comes, and behind which its caller has it, which may be first. */
    static Stream<Arguments> places() {
        return IntStream.rangeClosed(3, 6)
                .boxed()
                .flatMap(place -> IntStream.rangeClosed(3, 10).mapToObj(heard -> Arguments.of(place, heard)));
    }

    @ParameterizedTest
    @MethodSource("places")
    void turnWhoseMessageIsNotSentBackHasWhatComesBehindItsResponse(int place, int heard) throws Exception {
        List<SessionUpdate> wire = List.of(
                RUNNING,
                text("one"),
                text("more"),
                text("and more"),
                idle(),
                text("later"),
                RUNNING,
                text("own"),
                idle(),
                text("last"));
        TurnUpdates updates = new TurnUpdates();
        Turn turn = null;
        for (int at = 0; at < wire.size(); at++) {
            if (at == 2) {
                turn = prompt(updates);
            }
            turns.assign(wire.get(at)).run();
            if (at + 1 == place) {
                session.respond(0, inserted(0), null);
            }
            if (at + 1 == heard) {
                session.conclude(0, inserted(0), null);
            }
        }
        assertThat(turn).isNotNull();
        assertThat(turn.inserted()).isCompletedWithValue(new MessageId("u0"));
        assertThat(turn.end()).isCompleted();
        assertThat(taken(updates)).containsExactlyElementsOf(wire.subList(place, place < 5 ? 5 : 9));
    }

    @Test
    void turnThatAListenerBeginsAtTheEndOfWorkIsAlone() throws Exception {
        Turn first = prompt(new TurnUpdates());
        turns.assign(RUNNING).run();
        respond(0);
        Runnable delivery = turns.assign(idle());
        TurnUpdates updates = new TurnUpdates();
        Turn second = prompt(updates);
        delivery.run();
        assertThat(first.end()).isCompleted();
        List<SessionUpdate> wire = List.of(RUNNING, text("own"), idle());
        wire.forEach(update -> turns.assign(update).run());
        respond(1);
        assertThat(second.end()).isCompleted();
        assertThat(taken(updates)).containsExactlyElementsOf(wire);
    }

    @Test
    void turnEndsWithTheConnectionIfAListenerDoesNotReturn() {
        Turn turn = prompt(new TurnUpdates());
        turns.assign(RUNNING).run();
        respond(0);
        Runnable undelivered = turns.assign(idle());
        assertThat(undelivered).isNotNull();
        assertThat(turn.end()).isNotCompleted();
        turns.forgotten();
        assertThat(turn.end()).isCompletedWithValueMatching(end -> end.stopReason() == StopReason.END_TURN);
    }

    @Test
    void refusedTurnHasNothingOfWhatComesBehindTheRefusal() throws Exception {
        TurnUpdates updates = new TurnUpdates();
        AcpErrorException refusal = AcpErrorException.invalidParams("prompt", "no");
        Turn turn = prompt(updates);
        SessionUpdate before = text("before");
        turns.assign(before).run();
        session.respond(0, null, refusal);
        turns.assign(text("behind")).run();
        assertThat(turn.end()).isNotCompleted();
        session.conclude(0, null, refusal);
        assertThat(turn.end()).isCompletedExceptionally();
        assertThat(taken(updates)).containsExactly(before);
    }

    @Test
    void turnThatIsCancelledOnceItsCallerKnowsOfItsMessageCancelsTheSession() {
        turns.assign(RUNNING).run();
        Turn turn = prompt(new TurnUpdates());
        session.conclude(0, inserted(0), null);
        turn.cancel();
        assertThat(session.cancellations()).isOne();
    }

    @Test
    void whatIsBehindAnIdleIsOfTheTurnWhenItsMessageComesLater() throws Exception {
        TurnUpdates updates = new TurnUpdates();
        List<SessionUpdate> wire = List.of(RUNNING, idle(), RUNNING, FIRST, text("Hello"), idle(), text("later"));
        Turn turn = prompt(updates);
        wire.forEach(update -> turns.assign(update).run());
        respond(0);
        assertThat(turn.end()).isCompleted();
        assertThat(taken(updates)).containsExactlyElementsOf(wire.subList(0, 6));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatCameBeforeTheConnectionWasLostIsHeard(boolean withResponse) throws Exception {
        TurnUpdates updates = new TurnUpdates();
        List<SessionUpdate> wire = List.of(RUNNING, idle(), RUNNING, text("Hello"));
        Turn turn = prompt(updates);
        wire.forEach(update -> turns.assign(update).run());
        if (withResponse) {
            ConnectionClosedException closed = new ConnectionClosedException(CloseReason.local());
            session.respond(0, null, closed);
            session.conclude(0, null, closed);
        } else {
            turns.forgotten();
        }
        assertThat(turn.end()).isCompletedExceptionally();
        assertThat(taken(updates)).containsExactlyElementsOf(wire);
    }

    @Test
    void agentThatWorksOnWithoutAResponseIsHeard() throws Exception {
        TurnUpdates updates = new TurnUpdates();
        Turn turn = prompt(updates);
        List<SessionUpdate> wire = new ArrayList<>(List.of(RUNNING, idle(), RUNNING));
        IntStream.range(0, 100).forEach(i -> wire.add(text("" + i)));
        List<SessionUpdate> heard = new CopyOnWriteArrayList<>();
        CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> {
            while (heard.size() < wire.size()) {
                try {
                    heard.add(updates.take());
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        wire.forEach(update -> turns.assign(update).run());
        reader.get(60, TimeUnit.SECONDS);
        assertThat(heard).isEqualTo(wire);
        assertThat(turn.end()).isNotCompleted();
    }
}
