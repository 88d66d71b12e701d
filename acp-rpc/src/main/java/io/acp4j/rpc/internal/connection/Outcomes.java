package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.ConnectionListener.RequestOutcome;
import io.acp4j.rpc.ConnectionListener.RequestOutcome.Kind;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.RequestTimeoutException;
import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.schema.ErrorCode;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The ways in which requests end, for their observers and for their callers. */
final class Outcomes {

    static final RequestOutcome CANCELLED = new RequestOutcome(Kind.CANCELLED, null, null);
    static final RequestOutcome TIMED_OUT = new RequestOutcome(Kind.TIMED_OUT, null, null);
    static final RequestOutcome CLOSED = new RequestOutcome(Kind.CLOSED, null, null);
    static final RequestOutcome FAILED = new RequestOutcome(Kind.FAILED, null, null);

    private Outcomes() {}

    static RequestOutcome result(Object result) {
        return new RequestOutcome(Kind.RESULT, null, result);
    }

    static RequestOutcome error(ErrorCode error) {
        return new RequestOutcome(Kind.ERROR, error, null);
    }

    /** Returns how a request to the peer ended whose caller gets this exception. */
    static RequestOutcome of(Throwable failure) {
        if (failure instanceof AcpErrorException response) {
            return error(response.error().code());
        }
        if (failure instanceof RequestTimeoutException || failure instanceof TimeoutException) {
            return TIMED_OUT;
        }
        if (failure instanceof RequestCancelledException || failure instanceof CancellationException) {
            return CANCELLED;
        }
        return failure instanceof ConnectionClosedException ? CLOSED : FAILED;
    }

    /** Returns how work ended that a handler goes on with, as its caller is told of it; null when it has not failed. */
    static @Nullable RequestOutcome ofHandler(@Nullable Throwable failure) {
        if (failure == null) {
            return null;
        }
        Throwable cause = unwrapped(failure);
        if (cause instanceof AcpErrorException response && response.receivedFor() == null) {
            return error(response.error().code());
        }
        boolean cancelled = cause instanceof RequestCancelledException || cause instanceof CancellationException;
        return error(cancelled ? ErrorCode.REQUEST_CANCELLED : ErrorCode.INTERNAL_ERROR);
    }

    /** Returns what a future has failed with. */
    static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Returns the exception for a request without a response in time, with what the peer has written beside its messages. */
    static RequestTimeoutException unanswered(String method, Duration timeout, String notes) {
        RequestTimeoutException plain = new RequestTimeoutException(method, timeout);
        return notes.isEmpty() ? plain : new RequestTimeoutException(timeout, plain.getMessage() + "; " + notes);
    }

    /** Returns the exception for a message that has never left. */
    static RequestTimeoutException unsent(String method, Duration timeout) {
        return new RequestTimeoutException(
                timeout,
                method + " could not be sent within " + DurationText.of(timeout)
                        + ", as the peer does not read; it has not left");
    }
}
