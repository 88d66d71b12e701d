package io.acp4j.rpc;

import org.jspecify.annotations.Nullable;

/**
 * Signals that the peer has not advertised what a call needs. Nothing was sent.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#capabilities">the specification</a>
 * @since 0.1.0
 */
public final class UnsupportedCapabilityException extends AcpException {

    private static final long serialVersionUID = 1L;

    /** Where the capability would stand. */
    private final String capability;

    /**
     * Creates the exception.
     *
     * @param what what was to be done: a method, or the use of one of its members
     * @param capability where the capability would stand in the {@code initialize} exchange
     */
    public UnsupportedCapabilityException(String what, String capability) {
        super(what + " needs the peer's capability " + capability + ", which it has not advertised", null);
        this.capability = capability;
    }

    private UnsupportedCapabilityException(String capability, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.capability = capability;
    }

    /**
     * Returns an exception with a message that states the unsupported operation and an alternative.
     *
     * @param message the fact and the remedy
     * @param capability where the capability would stand in the {@code initialize} exchange
     * @return the exception
     */
    public static UnsupportedCapabilityException withMessage(String message, String capability) {
        return new UnsupportedCapabilityException(capability, message, null);
    }

    /**
     * Returns which capability is missing.
     *
     * @return its path in the {@code initialize} exchange
     */
    public String capability() {
        return capability;
    }
}
