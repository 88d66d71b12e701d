package io.acp4j.transport.http.internal.server;

import io.acp4j.transport.http.HttpLimits;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** What connections need of their server. */
interface ConnectionHost {

    HttpLimits limits();

    /** Returns the threads on which it may be waited. */
    Executor workers();

    /** Runs something once, after a time. */
    void later(long nanos, Runnable action);

    /** Runs something again and again until something else is done; never when the period is 0. */
    void every(long periodNanos, Runnable action, CompletableFuture<?> until);

    /** Is told that a connection takes nothing more. */
    void gone(HttpConnection connection);
}
