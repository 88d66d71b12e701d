package io.acp4j.client;

import io.acp4j.schema.Meta;
import io.acp4j.schema.RequestMethod;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The request by which a session was opened here.
 *
 * @param method {@code session/new}, {@code session/load}, {@code session/resume} or {@code session/fork}; {@code session/list} if the
 *     session was {@linkplain AcpClient#attachSession attached}
 * @param meta the metadata of the agent's response, such as the {@linkplain io.acp4j.schema.branching.SessionLineage lineage}; null for
 *     none
 * @since 0.1.0
 */
public record SessionOrigin(
        RequestMethod<?, ?> method, @Nullable Meta meta) {

    /** Checks that the method is there. */
    public SessionOrigin {
        Objects.requireNonNull(method, "method");
    }
}
