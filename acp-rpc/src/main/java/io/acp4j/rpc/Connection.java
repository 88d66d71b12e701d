package io.acp4j.rpc;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * A JSON-RPC 2.0 connection: either end calls the other.
 *
 * <p>Safe for use by any number of threads, handlers included: a handler may call the peer and wait for the response. A
 * response completes only after what the peer sent before it about the same session has been handled; save one that a
 * handler of that session waits for, which comes at once, or within a second when it waits by way of another thread. Every
 * request ends: with a result, an error, a time-out, a cancellation, or {@link ConnectionClosedException}.
 *
 * <p><b>Responses without an ID.</b> A peer that cannot read a message may respond with an error whose ID is null. Such an error ends a
 * request of this side by these rules, in this order:
 *
 * <ul>
 *   <li>If the error reports a limit on the size of messages, each pending request that is larger than the limit fails with the error.
 *   <li>A pending request is a candidate if no message about its session has arrived since it was sent. A single candidate fails with the
 *       error.
 *   <li>Several candidates are listed in a warning in the log. Each fails with the error unless its response, or a message about its
 *       session, arrives within {@link ConnectionOptions#requestTimeout()}. The time is extended while a request of the peer about the
 *       same session is pending. For a client, this applies only to requests of the agent that may wait for a person, as listed at
 *       {@link ConnectionOptions}. If no request is a candidate, the rule applies to all pending requests.
 * </ul>
 *
 * <p>A result without a readable ID ends a request by the same rules, with all pending requests as candidates. A damaged object without
 * a method may be a response, too. If it contains an ID, the last rule applies to the pending request with that ID; otherwise to all
 * pending requests. A proxy that receives such an object sends an error with {@code data.reason} {@code unreadable_message} and without an
 * ID, which has the same effect.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/overview">the specification</a>
 * @since 0.1.0
 */
public interface Connection extends AutoCloseable {

    /**
     * Calls a method and waits for its result, for as long as {@link ConnectionOptions} allows the method.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method the method
     * @param params its parameters
     * @return its result
     * @throws AcpErrorException when the peer responds with an error
     * @throws MalformedMessageException when the result is not of the method's shape
     * @throws RequestTimeoutException when the request cannot be sent, or no response comes, in time
     * @throws RequestCancelledException when the calling thread is interrupted; the peer is asked to cancel
     * @throws ConnectionClosedException when the connection is closed or closes meanwhile
     */
    <P, R> R request(RequestMethod<P, R> method, P params);

    /**
     * Calls a method and waits for its result for a given time.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method the method
     * @param params its parameters
     * @param timeout how long to wait; {@link Duration#ZERO} waits without limit
     * @return its result
     * @throws AcpException as {@link #request(RequestMethod, Object)} does
     */
    <P, R> R request(RequestMethod<P, R> method, P params, Duration timeout);

    /**
     * Calls a method.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method the method
     * @param params its parameters
     * @return a future of its result; it completes on a handler thread, with the exceptions of
     *     {@link #request(RequestMethod, Object)}. Cancelling it asks the peer to cancel.
     * @throws ConnectionClosedException when the connection is closed already
     * @throws RequestTimeoutException when the request cannot be sent in time: a peer that reads nothing holds the caller for
     *     as long as the time-out of the request, or {@link ConnectionOptions#sendTimeout} where it has none
     */
    <P, R> CompletableFuture<R> requestAsync(RequestMethod<P, R> method, P params);

    /**
     * Calls a method with a time-out of its own.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method the method
     * @param params its parameters
     * @param timeout how long to wait; {@link Duration#ZERO} waits without limit
     * @return a future of its result, as {@link #requestAsync(RequestMethod, Object)} gives it
     * @throws ConnectionClosedException when the connection is closed already
     * @throws RequestTimeoutException when the request cannot be sent in time
     */
    <P, R> CompletableFuture<R> requestAsync(RequestMethod<P, R> method, P params, Duration timeout);

    /**
     * Sends a notification; waits while the outbound queue is full, for {@link ConnectionOptions#sendTimeout} at most.
     *
     * @param <P> the type of the parameters
     * @param method the method
     * @param params its parameters
     * @throws RequestCancelledException when the calling thread is interrupted while it waits; nothing is sent then
     * @throws RequestTimeoutException when there is no room in time, as the peer does not read; nothing is sent then
     * @throws ConnectionClosedException when the connection is closed
     */
    <P> void notify(NotificationMethod<P> method, P params);

    /**
     * Returns the threads that handlers run on, for work that must not hold up the messages of a session.
     *
     * @return an executor that starts each task at once, as far as the connection's limit of threads allows, after the
     *     end of the connection, too
     */
    Executor executor();

    /**
     * Returns who the peer is, as far as the transport has authenticated it.
     *
     * @return a name of at most {@value Transport#MAX_PRINCIPAL} characters; {@link Transport#ANONYMOUS} without
     *     authentication
     */
    String principal();

    /**
     * Returns when nothing more will arrive: the peer has ended what it sends, though it may still read, or the connection
     * has ended altogether. What has arrived before may still be waiting for its handlers.
     *
     * @return a stage that completes once, on a handler thread and with the reason, never exceptionally; it is complete if nothing
     *     arrives any more
     */
    CompletionStage<CloseReason> inputEnded();

    /**
     * Returns when the connection has ended and everything below it is gone.
     *
     * @return a stage that completes once with the reason, never exceptionally
     */
    CompletionStage<CloseReason> closed();

    /**
     * Waits until the connection has ended and everything below it is gone.
     *
     * @return the reason
     * @throws InterruptedException when the waiting thread is interrupted
     * @throws IllegalStateException when the end would wait for the caller: when a handler of this connection calls it while
     *     the connection is open (use {@link #closed()}, or {@link #close()} first), or a wire listener before the end
     */
    CloseReason awaitClosed() throws InterruptedException;

    /**
     * Closes the connection: pending requests fail, running handlers are cancelled, what is queued for the peer is
     * written for a bounded time. Returns at once and may be called again.
     */
    @Override
    void close();
}
