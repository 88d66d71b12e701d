package io.acp4j.transport.ws.internal;

/**
 * Why a message of the peer ends the connection.
 *
 * @param code the close code that the peer is given
 * @param problem what was wrong and what to do, without any contents
 */
public record Fault(int code, String problem) {

    /** A message that cannot be read as text. */
    public static final Fault BINARY =
            new Fault(CloseCodes.UNSUPPORTED_DATA, "a binary message holds no UTF-8 text; send JSON in text messages");

    /** A binary message where those are refused whatever they hold. */
    public static final Fault BINARY_REFUSED =
            new Fault(CloseCodes.UNSUPPORTED_DATA, "binary messages are not accepted; send JSON in text messages");

    /** A text message that is none. */
    public static final Fault NOT_UTF_8 = new Fault(CloseCodes.INVALID_DATA, "a text message is not UTF-8");

    /**
     * Returns the fault of a message above the limit.
     *
     * @param maxMessageBytes the limit
     * @return the fault
     */
    public static Fault tooLong(int maxMessageBytes) {
        return new Fault(CloseCodes.TOO_BIG, "a message is longer than " + maxMessageBytes + " bytes");
    }
}
