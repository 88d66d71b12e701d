package io.acp4j.tck.internal.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.http.ClientRequest;
import io.acp4j.tck.internal.http.ClientTraffic;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.Wire;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Waits for what comes over one connection, each time as long as the scenario may, and notes when that was too short. */
final class Arrivals {

    private final Log log;
    private final Waits waits;
    private final Duration settle;

    Arrivals(Log log, Waits waits, Duration settle) {
        this.log = log;
        this.waits = waits;
        this.settle = settle;
    }

    /** Waits for the first message that is looked for after a start; null when it did not come. */
    @Nullable
    Entry awaitStart(Predicate<Entry> wanted) throws InterruptedException {
        return await(0, wanted, System.nanoTime(), waits.startup());
    }

    /** Waits for the response to the first request after a start. */
    Reply awaitStart(Call call) throws InterruptedException {
        return awaitReply(call, waits.startup());
    }

    /** Waits until the kit has responded to a request of the subject. */
    void awaitHandled(Entry request) throws InterruptedException {
        log.awaitHandled(request, waits.response());
    }

    /** Waits until the subject has sent what is looked for since an entry; null when it has not in time. */
    @Nullable
    Entry await(Entry since, Predicate<Entry> wanted) throws InterruptedException {
        return await(since.index() + 1, wanted, System.nanoTime(), waits.turn());
    }

    /** Watches for something that should not come, for a fixed time; null when it has not come. */
    @Nullable
    Entry watch(Entry since, Predicate<Entry> unwanted, Duration time) throws InterruptedException {
        long now = System.nanoTime();
        return log.await(since.index() + 1, unwanted, now, time, now + time.toNanos());
    }

    private @Nullable Entry await(int from, Predicate<Entry> wanted, long since, Duration limit)
            throws InterruptedException {
        Entry found = log.await(from, wanted, since, limit, waits.deadline());
        if (found == null && log.end() == null) {
            waits.ranOut();
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
            waits.ranOut();
        }
        return log.end() != null;
    }

    /** Waits for the end of the subject; empty when it has not ended in time. */
    OptionalInt awaitExit(Wire wire) throws InterruptedException {
        return wire.awaitExit(waits.response());
    }

    /** Waits for something outside of the connection; false when it has not come about in time. */
    boolean awaitOutside(Link.Condition condition) throws InterruptedException {
        long end = System.nanoTime() + waits.response().toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0) {
                waits.ranOut();
                return false;
            }
            if (log.end() != null) {
                throw new NotTestable("the connection ended meanwhile: " + log.end());
            }
            pause();
        }
        return true;
    }

    /** Waits for a request of a client that speaks HTTP; null when none has come in time. */
    @Nullable
    ClientRequest await(ClientTraffic traffic, Predicate<ClientRequest> wanted) throws InterruptedException {
        ClientRequest found = traffic.await(wanted, waits.response());
        if (found == null) {
            waits.ranOut();
        }
        return found;
    }

    /** Waits for a line of the side channel, whenever it came; null when none came in time. */
    @Nullable
    Entry awaitRemark(Predicate<Entry> wanted) throws InterruptedException {
        Entry found = log.awaitNote(wanted, waits.driver());
        if (found == null) {
            waits.ranOut();
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
        Duration limit = call.sent().method().equals("session/prompt") ? waits.turn() : waits.response();
        return awaitReply(call, fresh && !log.hasHeard() ? waits.afterStartup(limit) : limit);
    }

    private Reply awaitReply(Call call, Duration limit) throws InterruptedException {
        Entry reply =
                await(call.sent().index() + 1, entry -> isReply(entry, call.id()), log.timeOf(call.sent()), limit);
        if (reply != null) {
            return Reply.of(reply);
        }
        String end = log.end();
        return Reply.none(
                end == null ? "no response in " + log.secondsSince(call.sent()) + " s" : "no response: " + end);
    }

    /** The kit finds the response even where its id has lost its type; that it has is judged elsewhere. */
    private static boolean isReply(Entry entry, JsonNode id) {
        return entry.kind() == Entry.Kind.RESPONSE
                && !entry.id().isMissingNode()
                && entry.id().asText().equals(id.asText());
    }
}
