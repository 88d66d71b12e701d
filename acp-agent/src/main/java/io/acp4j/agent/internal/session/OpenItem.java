package io.acp4j.agent.internal.session;

import io.acp4j.schema.update.BackgroundWork;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A tool call or a terminal that has not ended. */
interface OpenItem {

    /** Returns its id, of the type that ids of its kind have. */
    Object id();

    /** Returns whether it is a terminal, not a tool call. */
    boolean isTerminal();

    /** Returns whether it is what an entry of the list of background work names. */
    boolean is(BackgroundWork listed);

    /** Returns what stops it when the client asks for that; null when the author has set nothing. */
    @Nullable
    Runnable cancellation();

    /** Returns what completes when it has ended. */
    CompletableFuture<Void> ended();

    /** Shows that it has ended with its session, unless it has ended before; for the thread that holds the lock of the output. */
    void endWithSession();
}
