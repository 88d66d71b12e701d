package io.acp4j.rpc.transport;

import java.util.concurrent.CompletionStage;

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

    /**
     * Starts delivering frames; called once, before the first send.
     *
     * @param listener receives all that arrives, from one thread at a time
     * @throws IllegalStateException when called a second time
     */
    void start(TransportListener listener);

    /**
     * Queues a frame; waits while more bytes are queued than the transport's limit.
     *
     * <p>On an idle transport the frame is on its way when this returns.
     *
     * @param frame the frame; written before this returns, on this thread
     * @throws TransportClosedException when the transport is closed, or closes while this waits
     * @throws InterruptedException when the thread is interrupted while it waits; nothing is queued then
     * @throws java.io.UncheckedIOException when the frame itself cannot be written; nothing is queued then
     */
    void send(OutboundFrame frame) throws TransportClosedException, InterruptedException;

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
     * Tells how much is queued for the peer, for those who watch connections.
     *
     * @return the number of bytes; 0 when the transport does not know
     */
    default long queuedBytes() {
        return 0;
    }

    /**
     * Closes the transport in good order: what is queued is written first, for a bounded time. Returns at once and may be
     * called again.
     */
    @Override
    void close();

    /**
     * Tells when everything below is gone: streams, sockets, processes, threads.
     *
     * @return a stage that completes once with the reason, never exceptionally
     */
    CompletionStage<CloseReason> closed();
}
