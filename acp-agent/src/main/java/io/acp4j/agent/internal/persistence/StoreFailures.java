package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The errors that clients get when a store fails: that it did, and what to do; where the store is and what is wrong with it is logged. */
public final class StoreFailures {

    private static final String REASON = "store_failed";
    private static final String UNSUPPORTED_FORMAT = "unsupported_format";

    private StoreFailures() {}

    /** Returns the error for a request that needed the store. */
    static AcpErrorException of(SessionStoreException failure, @Nullable SessionId session) {
        boolean busy = failure instanceof SessionStoreException.BusyException;
        boolean later = failure instanceof SessionStoreException.UnsupportedFormatException;
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("reason", later ? UNSUPPORTED_FORMAT : REASON);
        data.put("retry", busy);
        if (session != null) {
            data.put("sessionId", session.value());
        }
        return new AcpErrorException(
                ErrorCode.INTERNAL_ERROR, later ? String.valueOf(failure.getMessage()) : message(failure), data);
    }

    private static String message(SessionStoreException failure) {
        if (failure instanceof SessionStoreException.BusyException) {
            return "The session store is busy. Try again";
        }
        return (failure instanceof SessionStoreException.UnwritableException
                        ? "The session store cannot be written. Stored sessions can still be listed and loaded."
                        : "The session store cannot be read or written.")
                + " The log of the agent contains the cause. Try again after it has been resolved";
    }

    /**
     * The error for a request whose handler the store has failed, which is logged.
     *
     * @param method the name of the request's method
     * @param params its parameters, which may name a session
     */
    static AcpErrorException of(SessionStoreException failure, String method, Object params) {
        LoggerFactory.getLogger(StoreFailures.class)
                .error("{} failed because of the store of sessions", method, failure);
        return of(failure, params instanceof SessionScoped scoped ? scoped.sessionId() : null);
    }

    /** As above for whatever a handler has failed with; returns any other failure as it is. */
    public static Throwable of(Throwable failure, String method, Object params) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof SessionStoreException store ? of(store, method, params) : failure;
    }
}
