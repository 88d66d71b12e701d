package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.internal.lane.Lane;
import io.acp4j.rpc.internal.lane.Lanes;
import io.acp4j.rpc.internal.receipt.ReceiptSigns;
import io.acp4j.rpc.internal.text.RequestNumber;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The requests to the peer that have not ended yet. */
final class OutboundCalls {

    /** How many requests that were given up are remembered until their responses come. */
    private static final int MAX_GIVEN_UP = 1024;

    private final Map<RequestId, OutboundCall<?>> pending = new ConcurrentHashMap<>();
    private final Map<RequestId, OutboundCall<?>> givenUp = new ConcurrentHashMap<>();

    private final ReceiptSigns<OutboundCall<?>> signs = new ReceiptSigns<>(this::isPending);

    private final AtomicLong lastId = new AtomicLong();
    private final Semaphore free;
    private final Lanes lanes;
    private volatile @Nullable CloseReason closed;

    OutboundCalls(int limit, Lanes lanes) {
        this.free = new Semaphore(limit);
        this.lanes = lanes;
    }

    /** Takes a request in, waiting while too many are pending; null when that takes longer than the deadline allows. */
    <R> @Nullable OutboundCall<R> open(
            RequestMethod<?, R> method,
            @Nullable SessionId session,
            boolean blocking,
            Deadline deadline,
            @Nullable BiConsumer<@Nullable R, @Nullable Throwable> responded)
            throws InterruptedException {
        if (!free.tryAcquire()) {
            if (!deadline.isLimited()) {
                free.acquire();
            } else if (!free.tryAcquire(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
                return null;
            }
        }
        RequestId id = RequestId.of(lastId.incrementAndGet());
        OutboundCall<R> call =
                new OutboundCall<>(id, method, session, Lane.origin(), lanes.find(session), blocking, responded);
        call.opened();
        pending.put(id, call);
        signs.await(call);
        CloseReason reason = closed;
        if (reason != null && remove(call)) {
            throw new ConnectionClosedException(reason);
        }
        return call;
    }

    /** Finds a request by its id, pending or given up; it stays so. */
    @Nullable
    OutboundCall<?> find(RequestId id) {
        OutboundCall<?> call = pending.get(id);
        return call == null ? givenUp.get(id) : call;
    }

    /** Finds the request of a damaged response, whose ID may be the number as a string. */
    @Nullable
    OutboundCall<?> findDamaged(RequestId id) {
        RequestId number = RequestNumber.of(id);
        return find(number == null ? id : number);
    }

    /**
     * Ends a request that nobody waits for any more; false when somebody else has ended it. One whose response is awaited all the same is
     * remembered until that comes.
     */
    boolean giveUp(OutboundCall<?> call) {
        boolean remembered = call.isOrdered() && givenUp.size() < MAX_GIVEN_UP;
        if (remembered) {
            givenUp.put(call.id(), call);
        }
        boolean removed = remove(call);
        if (remembered && (!removed || closed != null)) {
            givenUp.remove(call.id());
        }
        if (removed && !(remembered && closed == null)) {
            call.unanswered();
        }
        return removed;
    }

    /** Returns whether a request was given up and its response is awaited all the same. */
    boolean isRemembered(OutboundCall<?> call) {
        return givenUp.containsKey(call.id());
    }

    /** Forgets a request that was given up; false when somebody else has forgotten it. */
    boolean forget(OutboundCall<?> call) {
        boolean forgotten = givenUp.remove(call.id(), call);
        if (forgotten) {
            call.forgotten();
        }
        return forgotten;
    }

    int size() {
        return pending.size();
    }

    /** Returns the requests that were sent and have not ended. */
    List<OutboundCall<?>> sent() {
        return pending.values().stream().filter(call -> call.bytes() > 0).collect(Collectors.toUnmodifiableList());
    }

    /** Returns the signs of receipt of the pending requests. */
    ReceiptSigns<OutboundCall<?>> signs() {
        return signs;
    }

    boolean isPending(OutboundCall<?> call) {
        return pending.containsKey(call.id());
    }

    /** Lists the requests that running handlers of notifications seem to wait for. */
    List<OutboundCall<?>> awaitedByHandlers() {
        return pending.values().stream()
                .filter(OutboundCall::isAwaitedByHandler)
                .toList();
    }

    /** Ends a request; false when somebody else has ended it. */
    boolean remove(OutboundCall<?> call) {
        boolean removed = pending.remove(call.id(), call);
        if (removed) {
            call.removed();
            free.release();
            signs.forget(call);
        }
        return removed;
    }

    /** Ends all requests and every later one; the caller must fail the requests that it gets from here. */
    List<OutboundCall<?>> close(CloseReason reason) {
        if (closed == null) {
            closed = reason;
        }
        List<OutboundCall<?>> ended = new ArrayList<>();
        for (OutboundCall<?> call : pending.values()) {
            if (remove(call)) {
                ended.add(call);
            }
        }
        for (OutboundCall<?> call : givenUp.values()) {
            if (forget(call)) {
                ended.add(call);
            }
        }
        // A sender that waits for a place must learn that there is nothing left to wait for.
        free.release(ended.size() + 1024);
        return ended;
    }
}
