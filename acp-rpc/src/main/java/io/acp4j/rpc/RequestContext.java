package io.acp4j.rpc;

import io.acp4j.schema.RequestId;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * What a handler knows about the request it serves.
 *
 * @since 0.1.0
 */
public interface RequestContext {

    /**
     * Names the request.
     *
     * @return the id that the peer gave it
     */
    RequestId id();

    /**
     * Names the method that was called.
     *
     * @return its name on the wire
     */
    String method();

    /**
     * Returns whether the peer still wants the response.
     *
     * @return a token that is cancelled by the peer's {@code $/cancel_request} or by the end of the connection
     */
    CancellationToken cancellation();

    /**
     * Returns the connection that the request came on.
     *
     * @return the connection
     */
    Connection connection();

    /**
     * Returns the threads that handlers run on, for work that blocks. What is handed to it when the connection has ended is
     * run by the caller.
     *
     * @return an executor that lives as long as the connection
     */
    Executor executor();

    /**
     * Runs an action right after the result has been queued for the peer, before the peer can react to it: the place for
     * updates about a session that the result has just created. Actions run in the order in which they were given, one
     * that comes later than the result at once. None runs when the response is an error.
     *
     * @param action what to run, on the thread that gives the result; what it throws is logged
     */
    void afterResponse(Runnable action);

    /**
     * Keeps the connection from ending after the peer's input has ended, as a request without a response does: for what a
     * request has begun and its response does not end. A connection that is closed, or whose drain timeout has passed, ends all
     * the same. Those who observe the request are told that its work goes on, and how it ends; so this is to be called before the
     * response is given, and once.
     *
     * @param end completes when the connection may end, as the work has ended: with what ended it, or with why it failed
     */
    void keepOpenUntil(CompletionStage<?> end);
}
