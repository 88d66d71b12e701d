package io.acp4j.agent.internal.serving;

import io.acp4j.agent.internal.client.Waits;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.SessionId;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The requests of one connection that open sessions it names: those about one session are served one after the other, in the order in
 * which they came, so that replays are not mixed and the last one stands. No thread waits for that, and no more requests than the
 * connection has in flight.
 */
final class Openings {

    private static final CompletableFuture<Void> NOTHING = CompletableFuture.completedFuture(null);

    /** When the last request about a session has been served; none for a session that nobody opens. */
    private final Map<SessionId, CompletableFuture<Void>> last = new ConcurrentHashMap<>();

    /**
     * Serves a request when those before it have been served; for the thread that keeps the order of requests.
     *
     * @param opening serves it, on a thread for handlers
     * @return the response; fails at once when the request is cancelled before its turn has come
     */
    <R> CompletionStage<R> next(SessionId id, RequestContext context, Callable<R> opening) {
        CompletableFuture<Void> served = new CompletableFuture<>();
        CompletableFuture<Void> before = last.put(id, served);
        CompletableFuture<Void> earlier = before == null ? NOTHING : before;
        CompletableFuture<R> response = Waits.untilCancelled(
                        context.cancellation(), earlier::copy, Function.<Void>identity())
                .thenApplyAsync(done -> call(opening), context.executor());
        // What comes next waits for both: this one may have been cancelled while an earlier one is being served.
        var unused = CompletableFuture.allOf(earlier, response).whenComplete((done, failure) -> {
            last.remove(id, served);
            served.complete(null);
        });
        return response;
    }

    private static <R> R call(Callable<R> opening) {
        try {
            return opening.call();
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }
}
