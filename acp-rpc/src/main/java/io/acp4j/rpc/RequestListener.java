package io.acp4j.rpc;

import java.util.Map;

/**
 * Listens to the fate of one request. Bound by the same rules as {@link ConnectionListener}.
 *
 * @since 0.1.0
 */
public interface RequestListener {

    /**
     * Returns what the peer is to find in the {@code _meta} of the parameters, such as a trace's id. Asked once, for outgoing
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
     * Is told of the end; called exactly once.
     *
     * <p>An outgoing request ends right before its caller hears of it, an incoming one when its response has been queued.
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
