package io.acp4j.client;

import io.acp4j.rpc.AcpException;
import io.acp4j.schema.init.ProtocolVersion;

/**
 * Signals that the agent does not speak the client's version of the protocol. The connection has been closed.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#version-negotiation">the specification</a>
 * @since 0.1.0
 */
public final class UnsupportedProtocolVersionException extends AcpException {

    private static final long serialVersionUID = 1L;

    /** What the client asked for; not serialized, as nothing here is meant to be. */
    private final transient ProtocolVersion requested;

    /** What the agent responded with; not serialized, as nothing here is meant to be. */
    private final transient ProtocolVersion responded;

    /**
     * Creates the exception.
     *
     * @param requested the version that the client asked for
     * @param responded the version that the agent responded with
     */
    public UnsupportedProtocolVersionException(ProtocolVersion requested, ProtocolVersion responded) {
        super(
                "this client speaks version " + requested + " of the protocol, the agent wants version " + responded,
                null);
        this.requested = requested;
        this.responded = responded;
    }

    /**
     * Returns what the client speaks.
     *
     * @return the version that it asked for
     */
    public ProtocolVersion requested() {
        return requested;
    }

    /**
     * Returns what the agent speaks.
     *
     * @return the version that it responded with
     */
    public ProtocolVersion responded() {
        return responded;
    }
}
