package io.acp4j.client.supervise;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Learns what becomes of a supervised connection. Called on the supervisor's thread, one call at a time; what a method
 * throws is logged. The thread is interrupted when the supervision is closed.
 *
 * @since 0.1.0
 */
public interface SupervisorListener {

    /**
     * Called when the connection is lost, before the first attempt to replace it.
     *
     * @param loss why, and which sessions and turns were under way
     */
    default void onLost(ConnectionLoss loss) {}

    /**
     * Called before an attempt to connect again.
     *
     * @param attempt which one, counted from 1
     * @param delay how long it is until then
     * @param failure why the attempt before failed; null before the first one
     */
    default void onRetry(int attempt, Duration delay, @Nullable Throwable failure) {}

    /**
     * Called when there is a connection again.
     *
     * @param restoration the new client, what is open again, and what is not
     */
    default void onRestored(Restoration restoration) {}

    /**
     * Called when no more attempts are made; the supervisor has ended.
     *
     * @param loss what was lost
     * @param failure why the last attempt failed
     */
    default void onGivenUp(ConnectionLoss loss, Throwable failure) {}
}
