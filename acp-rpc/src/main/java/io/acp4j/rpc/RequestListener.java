package io.acp4j.rpc;

import java.util.Map;

/**
 * Listens to one request. The rules of {@link ConnectionListener} apply.
 *
 * @since 0.1.0
 */
public interface RequestListener {

    /**
     * Returns what to add to the {@code _meta} of the parameters, such as a trace id. Called once, for outgoing
     * requests only. Members of the same names are replaced; the others stay.
     *
     * @return the members to add; may be empty
     */
    default Map<String, String> meta() {
        return Map.of();
    }

    /**
     * Called when code of the request's handler begins to run on this thread. Called for incoming requests only: for
     * the handler itself and for each task that it gives to {@link RequestContext#executor()}.
     *
     * @return closed on the same thread when that code has returned
     */
    default Scope handling() {
        return () -> {};
    }

    /**
     * Called when the request is known to ask for work that its response does not end, such as a turn of protocol version 2: before
     * {@link #ended}, and followed by one call of {@link #workEnded}.
     */
    default void outlivesResponse() {}

    /**
     * Called at the end of the work that the request has asked for, exactly once after {@link #outlivesResponse}: after {@link #ended},
     * unless the work has ended before the request did, or never begun.
     *
     * @param outcome how it ended; its result is what ended the work, not the response
     */
    default void workEnded(RequestOutcome outcome) {}

    /**
     * Called at the end of the request, exactly once.
     *
     * <p>An outgoing request ends right before its caller gets the outcome, an incoming one when its response has been queued.
     *
     * @param outcome how it ended
     */
    void ended(RequestOutcome outcome);

    /** What lasts as long as a piece of code runs. */
    @FunctionalInterface
    interface Scope extends AutoCloseable {

        /** Ends what {@link RequestListener#handling()} began. */
        @Override
        void close();
    }
}
