package io.acp4j.agent.internal.connection;

import io.acp4j.agent.internal.client.Waits;
import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.internal.lane.Lane;
import io.acp4j.schema.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one connection that open or end sessions it names: those about one session are served one after the other, in the
 * order in which they came, so that replays are not mixed and the last one stands. What else the client asks of the session begins after
 * those that came before it, as it is asked of what they leave. No thread waits for that, and no more requests than the connection has in
 * flight.
 */
public final class Openings {

    /** The places in the order of each session, of which the first is being served; none for a session that nobody opens or ends. */
    private final Map<SessionId, List<Place>> lines = new ConcurrentHashMap<>();

    /** A place in the order of a session. */
    private static final class Place {

        /** Completes when all before it have left. */
        private final CompletableFuture<Void> turn = new CompletableFuture<>();

        private final boolean cancels;

        Place(boolean cancels) {
            this.cancels = cancels;
        }

        /** Returns whether it does what a cancellation that comes next does, too. */
        boolean willCancel() {
            return cancels && !turn.isDone();
        }
    }

    /**
     * Serves a request when those before it have been served; for the thread that keeps the order of requests.
     *
     * @param opening serves it, on a thread for handlers
     * @return the response; fails at once when the request is cancelled before its turn has come
     */
    public <R> CompletionStage<R> next(SessionId id, RequestContext context, Callable<R> opening) {
        return next(id, context.cancellation(), context.executor(), opening, false);
    }

    /**
     * Begins a request about a session when those before it that open or end the session have been served: now, on this thread, if
     * there are none; for the thread that keeps the order of requests.
     *
     * @param beginning begins to serve it, without holding a thread
     * @return the response; fails at once when the request is cancelled before its turn has come
     */
    <R> CompletionStage<R> after(
            @Nullable SessionId id, RequestContext context, Callable<? extends CompletionStage<R>> beginning)
            throws Exception {
        if (id == null || !lines.containsKey(id)) {
            return beginning.call();
        }
        return next(id, context, beginning).thenCompose(Function.identity());
    }

    /**
     * Serves a request about a session that may hold a thread, begun as above: now, on this thread, which leaves the order of requests
     * before, if there is nothing to wait for.
     *
     * @param serving serves it
     */
    <R> CompletionStage<R> leavingAfter(@Nullable SessionId id, RequestContext context, Callable<R> serving)
            throws Exception {
        if (id == null || !lines.containsKey(id)) {
            Lane.leave();
            return CompletableFuture.completedFuture(serving.call());
        }
        // On another thread than the one that it begins on: what comes next waits until it has begun, not until it has
        // been served.
        return after(id, context, () -> CompletableFuture.supplyAsync(() -> call(serving), context.executor()));
    }

    /**
     * Serves a request that ends a session, begun as above; what comes behind it waits until it has been served.
     *
     * @param beginning begins to serve it, without holding a thread
     */
    <R> CompletionStage<R> ending(
            SessionId id, RequestContext context, Callable<? extends CompletionStage<R>> beginning) throws Exception {
        Place place = enter(id, false);
        try {
            CompletionStage<R> begun = place.turn.isDone()
                    ? beginning.call()
                    : Waits.untilCancelled(context.cancellation(), place.turn::copy, Function.<Void>identity())
                            .thenApplyAsync(done -> call(beginning), context.executor())
                            .thenCompose(Function.identity());
            var unused = begun.whenComplete((result, failure) -> leave(id, place));
            return begun;
        } catch (Throwable e) {
            leave(id, place);
            throw e;
        }
    }

    /**
     * Cancels what has begun in a session, and what begins there before all that the client sends from now on; for the thread that
     * keeps the order of requests.
     *
     * @param executor the threads for handlers
     */
    public void cancel(SessionId id, Executor executor, Runnable cancellation) {
        // Looked up first: what is about to begin is not found by the first cancellation, and may have begun before the
        // lookup.
        List<Place> line = lines.get(id);
        cancellation.run();
        if (line != null && !line.get(line.size() - 1).willCancel()) {
            var unused = next(
                    id,
                    null,
                    executor,
                    () -> {
                        cancellation.run();
                        return true;
                    },
                    true);
        }
    }

    private <R> CompletionStage<R> next(
            SessionId id,
            @Nullable CancellationToken cancellation,
            Executor executor,
            Callable<R> action,
            boolean cancels) {
        Place place = enter(id, cancels);
        CompletableFuture<R> response = Waits.untilCancelled(cancellation, place.turn::copy, Function.<Void>identity())
                .thenApplyAsync(done -> call(action), executor);
        var unused = response.whenComplete((result, failure) -> leave(id, place));
        return response;
    }

    private Place enter(SessionId id, boolean cancels) {
        Place place = new Place(cancels);
        List<Place> line = lines.compute(id, (same, before) -> {
            List<Place> places = before == null ? new ArrayList<>() : new ArrayList<>(before);
            places.add(place);
            return places;
        });
        line.get(0).turn.complete(null);
        return place;
    }

    /** Leaves the order, be it first in it or not: who is cancelled does not wait for those before it. */
    private void leave(SessionId id, Place place) {
        List<Place> left = lines.computeIfPresent(id, (same, before) -> without(place, before));
        if (left != null) {
            left.get(0).turn.complete(null);
        }
    }

    /** Returns the places without one of them, nor the second of two cancellations that it was between; null when there are none. */
    private static @Nullable List<Place> without(Place place, List<Place> before) {
        List<Place> left = new ArrayList<>(before);
        int at = left.indexOf(place);
        left.remove(at);
        if (at > 0
                && at < left.size()
                && left.get(at).cancels
                && left.get(at - 1).willCancel()) {
            left.remove(at);
        }
        return left.isEmpty() ? null : left;
    }

    private static <R> R call(Callable<R> action) {
        try {
            return action.call();
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }
}
