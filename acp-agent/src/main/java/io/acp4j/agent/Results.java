package io.acp4j.agent;

import io.acp4j.rpc.RequestContext;
import org.jspecify.annotations.Nullable;

/** Looks at what the author's handlers return. */
final class Results {

    private Results() {}

    /** Tells in the log which handler broke its contract; the client gets an internal error. */
    static <R> R notNull(@Nullable R result, RequestContext context) {
        if (result == null) {
            throw new IllegalStateException("the handler of " + context.method() + " returned null");
        }
        return result;
    }
}
