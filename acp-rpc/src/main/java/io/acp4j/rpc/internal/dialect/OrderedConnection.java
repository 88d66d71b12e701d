package io.acp4j.rpc.internal.dialect;

import io.acp4j.rpc.Connection;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.RequestTimeoutException;
import io.acp4j.schema.RequestMethod;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A connection that reports responses in the order of what the peer sends. Every connection of the engine is one. */
public interface OrderedConnection extends Connection {

    /**
     * Sends a request whose response is a mark in the messages of the peer, such as the end of a replay. Otherwise as {@link
     * Connection#requestAsync(RequestMethod, Object)}.
     *
     * @param responded called with the result or the failure. It runs after all messages about the same session that arrived before the
     *     response, and before all later ones, even if the future has completed earlier because a handler waits for it. The response to an
     *     abandoned request is awaited for one more minute, for 1,024 requests at most. Called with a failure if no response arrives. Must
     *     not block
     * @throws ConnectionClosedException if the connection is closed; {@code responded} is not called then
     * @throws RequestTimeoutException if the request cannot be sent in time; {@code responded} is not called then
     */
    <P, R> CompletableFuture<R> requestAsync(
            RequestMethod<P, R> method, P params, BiConsumer<@Nullable R, @Nullable Throwable> responded);

    /**
     * Sends a request whose response does not end the requested work. Observers of the request are notified of the end of the work, too.
     * Otherwise as {@link #requestAsync(RequestMethod, Object, BiConsumer)}.
     *
     * @param work completes when the work has ended, with its result or failure; it must complete even if the request fails
     */
    <P, R> CompletableFuture<R> requestAsync(
            RequestMethod<P, R> method,
            P params,
            BiConsumer<@Nullable R, @Nullable Throwable> responded,
            CompletionStage<?> work);
}
