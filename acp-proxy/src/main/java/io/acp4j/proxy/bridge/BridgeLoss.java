package io.acp4j.proxy.bridge;

import io.acp4j.schema.Unstable;
import java.util.Locale;

/**
 * What a bridge could not carry from one version of the protocol to the other. On the wire a loss is a string of the array {@code
 * _meta["acp4j/bridge"].lost}.
 *
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public enum BridgeLoss {
    /** The id of a message was made by the bridge: the agent gave none, and it is another one when the session is replayed. */
    MESSAGE_ID,
    /** Messages were left out: the client shows less than the agent has sent. */
    UPDATE_DROPPED,
    /** A message that was shown has been replaced or cleared by the agent; the client still shows what it was. */
    MESSAGE_REPLACED,
    /** A member of a tool call was cleared; the client still shows its last value. */
    TOOL_CALL_CLEARED,
    /** The state of a tool call, or its kind, became the nearest one that the client knows. */
    TOOL_CALL_STATE,
    /** Accumulated content of a tool call was over the limit; its oldest parts were left out. */
    CONTENT_TRUNCATED,
    /** A change of a file is told as text: it deletes, moves, copies, or is not a whole text. */
    DIFF,
    /** A terminal is told as text: bytes, colours, size and exit code are gone, or only its id is known. */
    TERMINAL,
    /** A plan, or the state of one of its entries, has no counterpart. */
    PLAN,
    /** Options of a permission request were of unknown kinds and left out, or its title or description only stands in {@code _meta}. */
    PERMISSION,
    /** Configuration options of kinds that the client does not know were left out. */
    CONFIG_OPTION,
    /** Commands of unknown kinds were left out. */
    COMMAND,
    /** Authentication methods of unknown kinds were left out, or one of two equal environment variables. */
    AUTH_METHOD,
    /** The reason for the end of a turn was missing or unknown; it is told as {@code end_turn}. */
    STOP_REASON,
    /** Work that no prompt waits for, which the client cannot see or stop. */
    BACKGROUND_WORK,
    /** A list of sessions holds those of this connection only. */
    SESSION_LIST,
    /** State that the bridge kept of a session was over its limit, so the oldest was forgotten: it may be shown a second time. */
    FORGOTTEN;

    /**
     * Returns the name of the loss on the wire.
     *
     * @return lower case with underscores, such as {@code message_replaced}
     */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
