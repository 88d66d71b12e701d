// Written by build-support/write-types from src/protocol/terminal.yaml: change that, not this.
package io.acp4j.schema.terminal;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks how a command ends; the response comes when it has.
 *
 * @param sessionId the session
 * @param terminalId the terminal
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/terminals#waiting-for-exit">the specification</a>
 * @since 0.1.0
 */
public record WaitForTerminalExitRequest(
        SessionId sessionId,
        TerminalId terminalId,
        @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<WaitForTerminalExitRequest> CODEC =
            ObjectCodec.of("WaitForTerminalExitRequest", type -> {
                var sessionId = type.required("sessionId", SessionId.CODEC, WaitForTerminalExitRequest::sessionId);
                var terminalId = type.required("terminalId", TerminalId.CODEC, WaitForTerminalExitRequest::terminalId);
                var meta = type.lenient("_meta", Meta.CODEC, WaitForTerminalExitRequest::meta);
                return in -> new WaitForTerminalExitRequest(in.get(sessionId), in.get(terminalId), in.find(meta));
            });

    /** Checks that what is required is there. */
    public WaitForTerminalExitRequest {
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
    public static WaitForTerminalExitRequest of(SessionId sessionId, TerminalId terminalId) {
        return new WaitForTerminalExitRequest(sessionId, terminalId, null);
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

    /** Collects the members of {@link WaitForTerminalExitRequest}; used by one thread. */
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
        public WaitForTerminalExitRequest build() {
            return new WaitForTerminalExitRequest(sessionId, terminalId, meta);
        }
    }
}
