package io.acp4j.agent;

import io.acp4j.schema.SessionId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The request that opened a session on a connection.
 *
 * @param kind the request that opened it
 * @param source the session that it was forked from; null when it is no fork
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup">the specification</a>
 * @since 0.1.0
 */
public record SessionOrigin(Kind kind, @Nullable SessionId source) {

    /** The requests that open sessions. */
    public enum Kind {
        /** {@code session/new}. */
        NEW,
        /** {@code session/load}: the client has been shown the history. */
        LOAD,
        /** {@code session/resume}: the client knows the history. */
        RESUME,
        /** {@code session/fork}. */
        FORK
    }

    /** Checks that what is required is there. */
    public SessionOrigin {
        Objects.requireNonNull(kind, "kind");
    }
}
