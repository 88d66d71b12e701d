// Written by build-support/write-types from src/protocol/terminal.yaml: change that, not this.
package io.acp4j.schema.terminal;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent to end the command of one of its terminals.
 *
 * <p>Only for a terminal that has {@code capabilities.cancel}. The terminal stays; its exit status confirms the end.
 *
 * @param sessionId the session
 * @param terminalId the terminal
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/terminals">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record CancelTerminalRequest(
        SessionId sessionId,
        TerminalId terminalId,
        @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<CancelTerminalRequest> CODEC = ObjectCodec.of("CancelTerminalRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, CancelTerminalRequest::sessionId);
        var terminalId = type.required("terminalId", TerminalId.CODEC, CancelTerminalRequest::terminalId);
        var meta = type.lenient("_meta", Meta.CODEC, CancelTerminalRequest::meta);
        return in -> new CancelTerminalRequest(in.get(sessionId), in.get(terminalId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public CancelTerminalRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(terminalId, "terminalId");
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @param terminalId the terminal
     * @return the request
     */
    public static CancelTerminalRequest of(SessionId sessionId, TerminalId terminalId) {
        return new CancelTerminalRequest(sessionId, terminalId, null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param sessionId the session
     * @param terminalId the terminal
     * @return the builder
     */
    public static Builder builder(SessionId sessionId, TerminalId terminalId) {
        return new Builder(sessionId, terminalId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId, terminalId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link CancelTerminalRequest}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private final TerminalId terminalId;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId, TerminalId terminalId) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
            this.terminalId = Objects.requireNonNull(terminalId, "terminalId");
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; null when there is none
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            this.meta = meta;
            return this;
        }

        /**
         * Returns the request.
         *
         * @return the request
         */
        public CancelTerminalRequest build() {
            return new CancelTerminalRequest(sessionId, terminalId, meta);
        }
    }
}
