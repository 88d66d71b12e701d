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
}
