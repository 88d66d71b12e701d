package io.acp4j.rpc.transport;

import java.io.IOException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Moves frames between this program and one peer.
 *
 * <p>All methods but {@link #start} may be called from any thread. Frames keep the order in which their sends returned;
 * of sends that overlap, each is whole.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/transports">the specification</a>
 * @since 0.1.0
 */
public interface Transport extends AutoCloseable {

    /** The principal of every peer that has not been authenticated. */
    String ANONYMOUS = "";

    /** How long the name of a principal may be, in characters. */
    int MAX_PRINCIPAL = 256;

    /**
     * Returns who the peer is, as far as the transport has authenticated it. The name stays the same from connection to
     * connection, since what belongs to the principal is found by it.
     *
     * @return a name of at most {@value #MAX_PRINCIPAL} characters; {@link #ANONYMOUS} without authentication
     */
    default String principal() {
        return ANONYMOUS;
    }

    /**
     * Starts delivering frames; called once, before the first send.
     *
     * @param listener receives all that arrives, from one thread at a time
     * @throws IllegalStateException when called a second time
     */
    void start(TransportListener listener);

    /**
     * Queues a frame; waits while more bytes are queued than the transport's limit, for as long as the transport is open.
     *
     * <p>On an idle transport the frame is on its way when this returns. {@link #close} ends the wait, whatever the peer does.
     *
     * @param frame the frame; written before this returns, on this thread
     * @throws TransportClosedException when the transport is closed, or closes while this waits
     * @throws InterruptedException when the thread is interrupted while it waits; nothing is queued then
     * @throws java.io.UncheckedIOException when the frame itself cannot be written; nothing is queued then
     */
    void send(OutboundFrame frame) throws TransportClosedException, InterruptedException;

    /**
     * Queues a frame as {@link #send(OutboundFrame)} does, but waits no longer than a given time.
     *
     * <p>The bound holds for a peer that is alive and reads nothing, too: a frame whose write might be held by the peer is
     * left to the transport's own threads.
     *
     * @param frame the frame; written before this returns, on this thread
     * @param timeout how long to wait for room; nothing is waited for when it is not positive
     * @param unit the unit of the timeout
     * @return false when there was no room in that time; nothing is queued then
     * @throws TransportClosedException when the transport is closed, or closes while this waits
     * @throws InterruptedException when the thread is interrupted while it waits; nothing is queued then
     * @throws java.io.UncheckedIOException when the frame itself cannot be written; nothing is queued then
     */
    boolean send(OutboundFrame frame, long timeout, TimeUnit unit)
            throws TransportClosedException, InterruptedException;

    /**
     * Queues a frame without waiting for the peer, for the thread that delivers frames.
     *
     * <p>It has an allowance of its own: frames are taken until twice the limit is queued.
     *
     * @param frame the frame; written before this returns, on this thread
     * @return false when nothing was queued because the allowance is used up
     * @throws TransportClosedException when the transport is closed
     * @throws java.io.UncheckedIOException when the frame itself cannot be written; nothing is queued then
     */
    boolean offer(OutboundFrame frame) throws TransportClosedException;

    /**
     * Returns whether the peer is a program of this application: one that it has launched, or a part of itself. What a peer says of
     * this machine, such as the directory that a session is to have, need not be believed of others.
     *
     * @return false when the peer may be on another machine, as behind a network, or when that is not known
     */
    default boolean isLocal() {
        return false;
    }

    /**
     * Returns how much is queued for the peer, for those who watch connections.
     *
     * @return the number of bytes; 0 when the transport does not know
     */
    default long queuedBytes() {
        return 0;
    }

    /**
     * Returns what a peer that does not respond has written beside its messages, for the message of an exception: lines that are
     * no JSON, the end of its error output.
     *
     * @return a few lines, bounded and without what looks like a secret; empty when there is nothing to say
     */
    default String peerNotes() {
        return "";
    }

    /**
     * Closes the transport in good order: what is queued is written first, for a bounded time. Returns at once and may be
     * called again.
     */
    @Override
    void close();

    /**
     * Closes the transport as {@link #close()} does, because another connection has ended, such as that between a proxy and its agent. A
     * transport passes the reason to its peer if possible.
     *
     * @param reason the reason for the end of the other connection
     */
    default void close(CloseReason reason) {
        close();
    }

    /**
     * Returns when everything below is gone: streams, sockets, processes, threads.
     *
     * @return a stage that completes once with the reason, never exceptionally
     */
    CompletionStage<CloseReason> closed();

    /**
     * Opens transports to one peer, for example by starting a process or connecting a socket. May be called any number of times.
     */
    @FunctionalInterface
    interface Factory {

        /**
         * Opens a transport. May block.
         *
         * @return a transport that has not been started
         * @throws IOException if the peer cannot be reached
         * @throws InterruptedException if the thread is interrupted before the transport is open
         * @throws io.acp4j.rpc.AcpException if the peer cannot be started
         */
        Transport open() throws IOException, InterruptedException;
    }
}
