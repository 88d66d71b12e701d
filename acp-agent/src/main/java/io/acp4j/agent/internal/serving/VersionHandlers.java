package io.acp4j.agent.internal.serving;

import io.acp4j.rpc.internal.protocol.ProtocolHandlers;

/** The handlers that only one version of the protocol has, or has in another way. */
public interface VersionHandlers {

    /** Adds them for one connection. */
    void addTo(ProtocolHandlers.Builder handlers, AgentParts parts);
}
