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
