package io.acp4j.agent.internal.session;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A tool call or a terminal that has not ended. */
interface OpenItem {

    /** Returns what stops it when the client asks for that; null when the author has set nothing. */
    @Nullable
    Runnable cancellation();

    /** Returns what completes when it has ended. */
    CompletableFuture<Void> ended();

    /** Shows that it has ended with its session, unless it has ended before; for the thread that holds the lock of the output. */
    void endWithSession();
}
