package io.acp4j.rpc;

import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Names a request to those who watch it.
 *
 * @param method its method; that of an incoming request is whatever the peer has written
 * @param id its id
 * @param session the session that it is about; null when it is about none
 * @since 0.1.0
 */
public record ObservedRequest(
        String method, RequestId id, @Nullable SessionId session) {

    /** Checks that method and id are there. */
    public ObservedRequest {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(id, "id");
    }
}
