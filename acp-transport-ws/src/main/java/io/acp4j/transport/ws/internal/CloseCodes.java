package io.acp4j.transport.ws.internal;

/**
 * The close codes of RFC 6455 that are used here, and what for.
 */
public final class CloseCodes {

    /** The connection has served its purpose. */
    public static final int NORMAL = 1000;

    /** The server shuts down. */
    public static final int GOING_AWAY = 1001;

    /** The peer does not keep to the protocol, RFC 6455 or ACP. */
    public static final int PROTOCOL_ERROR = 1002;

    /** The peer has sent a binary message where those are refused. */
    public static final int UNSUPPORTED_DATA = 1003;

    /** Only in reasons, never sent: the peer gave no code. */
    public static final int NO_CODE = 1005;

    /** Only in reasons, never sent: the connection ended without a Close frame. */
    public static final int ABNORMAL = 1006;

    /** A text message is no UTF-8. */
    public static final int INVALID_DATA = 1007;

    /** The peer has reached a limit that is not about size, such as the idle time. */
    public static final int POLICY = 1008;

    /** A message is longer than the limit. */
    public static final int TOO_BIG = 1009;

    /** Something has failed here. */
    public static final int INTERNAL_ERROR = 1011;

    /** The peer reads too slowly. */
    public static final int TRY_AGAIN_LATER = 1013;

    private CloseCodes() {}

    /**
     * Returns true for a code that a different configuration of one side would prevent. Such a close is logged as a warning on both sides.
     */
    public static boolean isConfigured(int code) {
        return code == UNSUPPORTED_DATA || code == TOO_BIG;
    }
}
