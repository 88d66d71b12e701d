package io.acp4j.rpc;

import io.acp4j.schema.ErrorCode;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * How a request ended.
 *
 * @param kind in which of the ways there are
 * @param error the code of the error that it was answered with; null unless it was
 * @param result the typed result; null unless the request had one. It is the content of a message: nothing of it that is not
 *     known to be harmless belongs into a metric or a trace
 * @since 0.1.0
 */
public record RequestOutcome(
        Kind kind, @Nullable ErrorCode error, @Nullable Object result) {

    /** The ways in which a request ends. */
    public enum Kind {
        /** It was answered with a result. */
        RESULT,
        /** It was answered with an error. */
        ERROR,
        /** Its caller gave it up. */
        CANCELLED,
        /** No answer came in time. */
        TIMED_OUT,
        /** The connection ended before there was an answer, or before it could be sent. */
        CLOSED,
        /** It, or its answer, could not be written or read. */
        FAILED
    }

    static final RequestOutcome CANCELLED = new RequestOutcome(Kind.CANCELLED, null, null);
    static final RequestOutcome TIMED_OUT = new RequestOutcome(Kind.TIMED_OUT, null, null);
    static final RequestOutcome CLOSED = new RequestOutcome(Kind.CLOSED, null, null);
    static final RequestOutcome FAILED = new RequestOutcome(Kind.FAILED, null, null);

    /** Checks that the kind is there. */
    public RequestOutcome {
        Objects.requireNonNull(kind, "kind");
    }

    static RequestOutcome result(Object result) {
        return new RequestOutcome(Kind.RESULT, null, result);
    }

    static RequestOutcome error(ErrorCode error) {
        return new RequestOutcome(Kind.ERROR, error, null);
    }

    /** Tells how a request to the peer ended by what its caller is given. */
    static RequestOutcome of(Throwable failure) {
        if (failure instanceof AcpErrorException answered) {
            return error(answered.error().code());
        }
        if (failure instanceof RequestTimeoutException || failure instanceof TimeoutException) {
            return TIMED_OUT;
        }
        if (failure instanceof RequestCancelledException || failure instanceof CancellationException) {
            return CANCELLED;
        }
        return failure instanceof ConnectionClosedException ? CLOSED : FAILED;
    }
}
