package io.acp4j.rpc.internal.connection;

import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.RawJson;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The requests of the peer that have no response yet. */
final class InboundCalls {

    private final int limit;
    private final Map<RequestId, InboundCall> byId = new ConcurrentHashMap<>();
    private final AtomicInteger unanswered = new AtomicInteger();

    /** What is counted among the unanswered requests and is none: a notification that waits until the connection is open, work that goes on. */
    private final AtomicInteger waiting = new AtomicInteger();

    private volatile boolean cancelled;

    InboundCalls(int limit) {
        this.limit = limit;
    }

    /** Takes a request in; returns the error to respond with when it cannot be taken. */
    @Nullable
    ErrorObject begin(InboundCall call) {
        if (unanswered.get() - waiting.get() >= limit) {
            return new ErrorObject(
                    ErrorCode.INTERNAL_ERROR,
                    "Too many requests at once; wait for responses before sending more",
                    RawJson.of(Map.of("reason", "too_many_requests", "limit", limit)));
        }
        if (byId.putIfAbsent(call.id(), call) != null) {
            return ErrorObject.of(
                    ErrorCode.INVALID_REQUEST, "Invalid request: a request with this id is still being served");
        }
        unanswered.incrementAndGet();
        if (cancelled) {
            call.cancel();
        }
        return null;
    }

    /** Frees the id of a request whose response is about to be sent. */
    void forget(InboundCall call) {
        byId.remove(call.id(), call);
    }

    /** Counts something that is not a request but must end before the connection does; once nothing more arrives. */
    void hold() {
        unanswered.incrementAndGet();
    }

    /** Counts what is no request and must end before the connection does, such as a notification that waits until it is open. */
    void holdWaiting() {
        waiting.incrementAndGet();
        hold();
    }

    /** Counts one that waits no more; its end follows. */
    void waitsNoMore() {
        waiting.decrementAndGet();
    }

    /** Counts a response that has been sent, or the end of a hold; true when it was the last one owed. */
    boolean end() {
        return unanswered.decrementAndGet() == 0;
    }

    /** Returns how many requests have no response yet; what waits and what goes on behind a response are none. */
    int unanswered() {
        return Math.max(0, unanswered.get() - waiting.get());
    }

    /** Lists the requests whose responses nobody has begun to give. */
    Collection<InboundCall> open() {
        return byId.values();
    }

    boolean isEmpty() {
        return unanswered.get() == 0;
    }

    /** Cancels a request; without effect when it has had its response. */
    void cancel(RequestId id) {
        InboundCall call = byId.get(id);
        if (call != null) {
            call.cancel();
        }
    }

    /** Cancels all requests and every later one. */
    void cancelAll() {
        cancelled = true;
        byId.values().forEach(InboundCall::cancel);
    }
}
