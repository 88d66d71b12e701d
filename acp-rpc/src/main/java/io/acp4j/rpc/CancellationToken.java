package io.acp4j.rpc;

import java.util.concurrent.CompletionStage;

/**
 * Signals that a handler's work is no longer wanted.
 *
 * <p>Safe for use by any thread. A cancelled token stays cancelled.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/cancellation">the specification</a>
 * @since 0.1.0
 */
public interface CancellationToken {

    /**
     * Returns whether the work has been cancelled.
     *
     * @return true from the moment of cancellation on
     */
    boolean isCancelled();

    /**
     * Ends the work when it has been cancelled.
     *
     * @throws RequestCancelledException when it has
     */
    default void throwIfCancelled() {
        if (isCancelled()) {
            throw new RequestCancelledException("cancelled by the peer", null);
        }
    }

    /**
     * Runs an action on cancellation: once, on a handler thread, at once when the work is cancelled already.
     *
     * @param action what to run; what it throws is logged
     * @return a registration; closing it removes the action
     */
    Registration onCancel(Runnable action);

    /**
     * Returns the moment of cancellation as a stage.
     *
     * @return a stage that completes on cancellation and not otherwise
     */
    CompletionStage<Void> whenCancelled();
}
