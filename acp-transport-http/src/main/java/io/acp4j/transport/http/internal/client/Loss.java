package io.acp4j.transport.http.internal.client;

import io.acp4j.rpc.transport.CloseReason;
import org.jspecify.annotations.Nullable;

/** Ends the connection; what was first stands as the reason. */
@FunctionalInterface
interface Loss {

    /**
     * Ends it.
     *
     * @param status the status with which the server has refused; 0 for none
     */
    void lost(CloseReason.Kind kind, int status, String problem, @Nullable Throwable cause);

    /** Ends it for a failure. */
    default void lost(int status, String problem, @Nullable Throwable cause) {
        lost(CloseReason.Kind.FAILURE, status, problem, cause);
    }
}
