package io.acp4j.rpc;

import io.acp4j.schema.ErrorCode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a request ended.
 *
 * @param kind in which of the ways there are
 * @param error the code of the error that it got; null unless it was
 * @param result the typed result; null unless the request had one. It is the content of a message: nothing of it that is not
 *     known to be harmless belongs into a metric or a trace
 * @since 0.1.0
 */
public record RequestOutcome(
        Kind kind, @Nullable ErrorCode error, @Nullable Object result) {

    /** The ways in which a request ends. */
    public enum Kind {
        /** It got a result. */
        RESULT,
        /** It got an error. */
        ERROR,
        /** Its caller gave it up. */
        CANCELLED,
        /** No response came in time. */
        TIMED_OUT,
        /** The connection ended before there was a response, or before it could be sent. */
        CLOSED,
        /** It, or its response, could not be written or read. */
        FAILED
    }

    /** Checks that the kind is there. */
    public RequestOutcome {
        Objects.requireNonNull(kind, "kind");
    }
}
