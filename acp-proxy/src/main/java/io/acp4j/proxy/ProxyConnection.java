package io.acp4j.proxy;

import java.util.concurrent.CompletionStage;

/**
 * A proxy or conductor at work, between the transports that it was given. When one of them ends, the others are closed.
 *
 * <p>Safe for use by any number of threads.
 *
 * @since 0.1.0
 */
public interface ProxyConnection extends AutoCloseable {

    /**
     * Returns when all transports have ended.
     *
     * @return a stage that completes once with what ended first, never exceptionally
     */
    CompletionStage<ProxyCloseReason> closed();

    /**
     * Waits until all transports have ended.
     *
     * @return what ended first
     * @throws InterruptedException when the waiting thread is interrupted
     * @throws IllegalStateException when an interceptor or wire listener of this proxy calls it before the end: that would wait
     *     for the caller. Use {@link #closed()}
     */
    ProxyCloseReason awaitClosed() throws InterruptedException;

    /** Closes all transports; what is queued is written for a bounded time. Returns at once and may be called again. */
    @Override
    void close();
}
