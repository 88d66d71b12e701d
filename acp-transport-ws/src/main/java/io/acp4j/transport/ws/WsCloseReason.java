package io.acp4j.transport.ws;

import io.acp4j.rpc.VisibleText;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.transport.ws.internal.CloseCodes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why a WebSocket connection ended, with its close code.
 *
 * @param kind who ended it
 * @param code the close code that one side gave the other; 1005 when the peer gave none, 1006 when the connection ended
 *     without a Close frame
 * @param description a sentence in the words of this side; if the peer closed because of a fault, it contains the peer's text
 * @param peerText what the peer gave as its reason, unchecked; empty when it gave none or it was not the peer that closed
 * @param cause the exception behind a failure; null when there was none
 * @see <a href="https://www.rfc-editor.org/rfc/rfc6455#section-7.4">the codes of RFC 6455</a>
 * @since 0.1.0
 */
public record WsCloseReason(
        Kind kind,
        int code,
        String description,
        String peerText,
        @Nullable Throwable cause) implements CloseReason {

    /** Checks that kind and texts are there. */
    public WsCloseReason {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(peerText, "peerText");
    }

    /**
     * Makes the reason for a Close frame of the peer.
     *
     * @param code its code; 1005 when it has none
     * @param text its text; may be empty
     * @return the reason
     */
    public static WsCloseReason peer(int code, String text) {
        String description = code == CloseCodes.NO_CODE
                ? "the peer closed the connection without a code"
                : "the peer closed the connection with code " + code;
        if (code > CloseCodes.GOING_AWAY && !text.isEmpty()) {
            description += ": " + VisibleText.line(text);
        }
        return new WsCloseReason(Kind.PEER, code, description, text, null);
    }

    /**
     * Makes the reason for a close by this side.
     *
     * @param code the code that the peer is given
     * @param description why
     * @return the reason
     */
    public static WsCloseReason local(int code, String description) {
        return new WsCloseReason(Kind.LOCAL, code, description, "", null);
    }

    /**
     * Makes the reason for a failure.
     *
     * @param code the code that the peer is given, or 1006 when it cannot be told
     * @param description what failed
     * @param cause the exception behind it; null when there was none
     * @return the reason
     */
    public static WsCloseReason failure(int code, String description, @Nullable Throwable cause) {
        return new WsCloseReason(Kind.FAILURE, code, description, "", cause);
    }
}
