package io.acp4j.client;

import io.acp4j.schema.Meta;
import io.acp4j.schema.RequestMethod;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a session came to be open here.
 *
 * @param method {@code session/new}, {@code session/load}, {@code session/resume} or {@code session/fork}; {@code session/list} when it
 *     was {@linkplain AcpClient#attachSession attached}
 * @param meta extra data of the agent's response, such as
 *     {@linkplain io.acp4j.schema.branching.SessionLineage where it comes from}; null when there is none
 * @since 0.1.0
 */
public record SessionOrigin(
        RequestMethod<?, ?> method, @Nullable Meta meta) {

    /** Checks that the method is there. */
    public SessionOrigin {
        Objects.requireNonNull(method, "method");
    }
}
