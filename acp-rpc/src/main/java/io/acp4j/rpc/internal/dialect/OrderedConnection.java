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
     * Calls a method whose response is a mark in what the peer sends, such as the end of a replay; otherwise as
     * {@link Connection#requestAsync(RequestMethod, Object)}.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method the method
     * @param params its parameters
     * @param responded called once the response has come, with its result, or with the failure that the future gets: after all that
     *     the peer sent about the same session before the response has been handled, and before what it sent after it is, also when the
     *     future has completed before, since a handler waits for it. A response to a request that the caller has given up is awaited
     *     for one more minute, for 1,024 requests at most. Called with a failure, too, when no response comes. Must not block
     * @return a future of the result
     * @throws ConnectionClosedException when the connection is closed already; {@code responded} is not called then
     * @throws RequestTimeoutException when the request cannot be sent in time; {@code responded} is not called then
     */
    <P, R> CompletableFuture<R> requestAsync(
            RequestMethod<P, R> method, P params, BiConsumer<@Nullable R, @Nullable Throwable> responded);

    /**
     * Calls a method whose response is a mark in what the peer sends, and does not end the work that the request asks for: those who
     * observe the request are told of the end of the work, too. Otherwise as {@link #requestAsync(RequestMethod, Object, BiConsumer)}.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method the method
     * @param params its parameters
     * @param responded called when the response has come, or none will
     * @param work completes when the work has ended: with what ended it, or with why it failed; must complete, also when the request
     *     fails
     * @return a future of the result
     * @throws ConnectionClosedException when the connection is closed already; {@code responded} is not called then
     * @throws RequestTimeoutException when the request cannot be sent in time; {@code responded} is not called then
     */
    <P, R> CompletableFuture<R> requestAsync(
            RequestMethod<P, R> method,
            P params,
            BiConsumer<@Nullable R, @Nullable Throwable> responded,
            CompletionStage<?> work);
}
