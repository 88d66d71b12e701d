package io.acp4j.agent.internal.connection;

import org.jspecify.annotations.Nullable;

/** Looks at what the author's handlers return. */
public final class Results {

    private Results() {}

    /** Returns what a handler has returned; null breaks its contract, which is logged, and the client gets an internal error. */
    public static <R> R notNull(@Nullable R result, String method) {
        if (result == null) {
            throw new IllegalStateException("the handler of " + method + " returned null");
        }
        return result;
    }
}
