package io.acp4j.tck.internal.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.http.ClientRequest;
import io.acp4j.tck.internal.http.ClientTraffic;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.Wire;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Waits for what comes over one connection, each time as long as the scenario may, and notes when that was too short. */
final class Arrivals {

    /** Requests after which an agent may respond to an earlier request only because the kit has ended something. */
    private static final Set<String> ENDINGS = Set.of("session/close", "session/delete");

    private final Log log;
    private final Waits waits;
    private final Duration settle;
    private final List<Missed> missed = new CopyOnWriteArrayList<>();

    /** A request whose response was not received in a wait of some kind. The wait ended before the entry with the index. */
    private record Missed(Call call, WaitKind kind, int next) {}

    Arrivals(Log log, Waits waits, Duration settle) {
        this.log = log;
        this.waits = waits;
        this.settle = settle;
    }

    /** Returns true if the subject has sent a message. */
    boolean hasHeard() {
        return log.hasHeard();
    }

    /** Returns true if the subject, and not the kit, has ended the connection. */
    boolean hasLeft() {
        return log.hasLeft();
    }

    /** Returns a description of the received bytes if all of them are unreadable; null otherwise. */
    @Nullable
    String unreadable() {
        String received = log.unreadable();
        return received == null ? null : waits.describeUnreadable(received);
    }

    /** Waits for the first message that is looked for after a start; null when it did not come. */
    @Nullable
    Entry awaitStart(Predicate<Entry> wanted) throws InterruptedException {
        long begun = System.nanoTime();
        Entry found = await(0, wanted, begun, WaitKind.STARTUP, waits.startup());
        if (found != null) {
            waits.pace().include(WaitKind.STARTUP, Duration.ofNanos(System.nanoTime() - begun));
        }
        return found;
    }

    /** Waits for the response to the first request after a start. */
    Reply awaitStart(Call call) throws InterruptedException {
        return awaitReply(call, WaitKind.STARTUP, waits.startup());
    }

    /** Waits until the kit has responded to a request of the subject. */
    void awaitHandled(Entry request) throws InterruptedException {
        log.awaitHandled(request, waits.response());
    }

    /** Waits until the subject has sent what is looked for since an entry; null when it has not in time. */
    @Nullable
    Entry await(Entry since, Predicate<Entry> wanted) throws InterruptedException {
        return await(since.index() + 1, wanted, System.nanoTime(), WaitKind.TURN, waits.turn());
    }

    /** Waits for an unwanted message for a fixed time; null if none is received. */
    @Nullable
    Entry watch(Entry since, Predicate<Entry> unwanted, Duration time) throws InterruptedException {
        long now = System.nanoTime();
        return log.await(since.index() + 1, unwanted, now, time, waits.unreadable(), now + time.toNanos());
    }

    private @Nullable Entry await(int from, Predicate<Entry> wanted, long since, WaitKind kind, Duration limit)
            throws InterruptedException {
        Entry found = log.await(from, wanted, since, limit, waits.unreadable(), waits.deadline());
        if (found == null && log.end() == null) {
            if (System.nanoTime() >= waits.deadline()) {
                // The subject has sent other messages until the end of the scenario, so it is not silent.
                waits.cutShort();
            } else {
                waits.recordTimeout(kind, limit);
            }
        }
        return found;
    }

    /** Waits a moment for what is under way. */
    void pause() throws InterruptedException {
        log.pause(settle);
    }

    /** Waits for the end of the connection; false when it has not ended in time. */
    boolean awaitEnd() throws InterruptedException {
        log.pause(waits.response());
        if (log.end() == null) {
            waits.recordTimeout();
        }
        return log.end() != null;
    }

    /** Waits for the end of the subject; empty when it has not ended in time. */
    OptionalInt awaitExit(Wire wire) throws InterruptedException {
        OptionalInt exit = wire.awaitExit(waits.response());
        if (exit.isEmpty()) {
            waits.recordTimeout();
        }
        return exit;
    }

    /** Waits for the end of a subject whose input the kit has closed. Subjects may continue, so this is not a timeout. */
    void awaitFarewell(Wire wire) throws InterruptedException {
        var unused = wire.awaitExit(waits.farewell());
    }

    /** Waits for something outside of the connection; false when it has not come about in time. */
    boolean awaitOutside(Link.Condition condition) throws InterruptedException {
        long end = System.nanoTime() + waits.response().toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0) {
                waits.recordTimeout();
                return false;
            }
            if (log.end() != null) {
                throw NotTestable.error("the connection ended during the wait: " + log.end());
            }
            pause();
        }
        return true;
    }

    /** Waits for a condition that the subject must fulfil; returns false if it does not hold at the end of the wait. */
    boolean awaitDue(Link.Condition condition) throws InterruptedException {
        // Only a scenario that runs alone waits here. Other scenarios time out immediately and run again alone.
        Duration limit = waits.due();
        long end = System.nanoTime() + (waits.isFinal() ? limit.toNanos() : 0);
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0 || log.end() != null) {
                waits.recordTimeout(WaitKind.RESPONSE, limit);
                return false;
            }
            pause();
        }
        return true;
    }

    /** Waits for a result that does not depend on the connection; null if it is missing at the end of the wait, or failed. */
    <T> @Nullable T await(Future<T> result) throws InterruptedException {
        try {
            return result.get(waits.turn().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            waits.recordTimeout(WaitKind.TURN);
            return null;
        } catch (ExecutionException e) {
            return null;
        }
    }

    /** Waits for a request of a client that speaks HTTP; null when none has come in time. */
    @Nullable
    ClientRequest await(ClientTraffic traffic, Predicate<ClientRequest> wanted) throws InterruptedException {
        ClientRequest found = traffic.await(wanted, waits.response());
        if (found == null) {
            waits.recordTimeout();
        }
        return found;
    }

    /** Waits for a line of the side channel, whenever it came; null when none came in time. */
    @Nullable
    Entry awaitRemark(Predicate<Entry> wanted) throws InterruptedException {
        Entry found = log.awaitNote(wanted, waits.driver());
        if (found == null) {
            waits.recordTimeout();
        }
        return found;
    }

    /** Returns the response to a request; null while there is none. */
    @Nullable
    Entry replyTo(Call call) {
        return log.find(call.sent().index() + 1, entry -> isReply(entry, call.id()));
    }

    /**
     * Waits for the response to a request.
     *
     * @param call the request
     * @param fresh whether the subject may still be starting as long as it has sent nothing
     */
    Reply awaitReply(Call call, boolean fresh) throws InterruptedException {
        WaitKind kind = call.sent().method().equals("session/prompt") ? WaitKind.TURN : WaitKind.RESPONSE;
        Duration limit = kind == WaitKind.TURN ? waits.turn() : waits.response();
        return fresh && !log.hasHeard()
                ? awaitReply(call, WaitKind.STARTUP, waits.afterStartup(limit))
                : awaitReply(call, kind, limit);
    }

    private Reply awaitReply(Call call, WaitKind kind, Duration limit) throws InterruptedException {
        Entry entry =
                await(call.sent().index() + 1, each -> isReply(each, call.id()), log.timeOf(call.sent()), kind, limit);
        if (entry != null) {
            Reply reply = Reply.of(entry);
            // The length of a turn depends on its prompt, so only the first turn of the run is a measure.
            // The time of a request that was open during another wait contains the wait of the kit.
            if (kind != WaitKind.TURN
                    && missed.stream()
                            .noneMatch(each -> each.next() > call.sent().index())) {
                waits.pace().include(kind, Duration.ofMillis(reply.millisAfter(call)));
            }
            return reply;
        }
        String end = log.end();
        if (end != null) {
            return Reply.none("no response: " + end);
        }
        missed.add(new Missed(call, kind, log.entries().size()));
        String unreadable = unreadable();
        return Reply.none(
                unreadable == null
                        ? "no response in " + log.secondsSince(call.sent()) + " s; " + kind.option()
                                + " extends the wait"
                        : "no response: " + unreadable);
    }

    /** Returns a description of a response that was received after its wait; null if there is no such response. */
    @Nullable
    String lateResponse() {
        for (Missed each : missed) {
            Entry entry = replyTo(each.call());
            if (entry != null && !isCausedByKit(each, entry)) {
                Duration taken = Duration.ofMillis(Reply.of(entry).millisAfter(each.call()));
                waits.pace().include(each.kind(), taken);
                return "late: the response to " + each.call().sent().method() + " arrived after " + Waits.seconds(taken)
                        + " s; increase " + each.kind().option() + " to wait for it";
            }
        }
        return null;
    }

    /**
     * Returns true if the kit has cancelled, ended or responded to something, or commanded a driver, between the end of a wait and the
     * response. Such a response depends on the action of the kit: it is not late, and its time does not measure the pace.
     */
    private boolean isCausedByKit(Missed wait, Entry response) {
        // The response may arrive between the end of the wait and its record.
        int start = Math.min(wait.next(), response.index());
        return log.entries().subList(start, response.index()).stream()
                .filter(entry -> !entry.isFromSubject())
                .anyMatch(entry -> entry.kind() == Entry.Kind.NOTIFICATION
                        || (entry.kind() == Entry.Kind.NOTE && entry.sent())
                        || entry.kind() == Entry.Kind.RESPONSE
                        || ENDINGS.contains(entry.method()));
    }

    /** The kit finds the response even where its id has lost its type; that it has is judged elsewhere. */
    private static boolean isReply(Entry entry, JsonNode id) {
        return entry.kind() == Entry.Kind.RESPONSE
                && !entry.id().isMissingNode()
                && entry.id().asText().equals(id.asText());
    }
}
