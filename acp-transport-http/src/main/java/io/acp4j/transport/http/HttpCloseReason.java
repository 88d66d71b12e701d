package io.acp4j.transport.http;

import io.acp4j.rpc.transport.CloseReason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why a connection over HTTP ended.
 *
 * @param kind who ended it
 * @param status the HTTP status with which the server has ended it, such as 401 or 404; 0 when it was none
 * @param description one sentence
 * @param cause the exception behind a failure; null when there was none
 * @since 0.1.0
 */
public record HttpCloseReason(
        Kind kind, int status, String description, @Nullable Throwable cause) implements CloseReason {

    /** Checks that kind and description are there. */
    public HttpCloseReason {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(description, "description");
    }
}
