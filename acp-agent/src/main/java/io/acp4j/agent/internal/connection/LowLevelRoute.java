package io.acp4j.agent.internal.connection;

import io.acp4j.rpc.internal.protocol.ProtocolHandlers;

/** A handler of one method that takes the place of what is here for it. */
@FunctionalInterface
public interface LowLevelRoute {

    /** Adds the handler to those of a connection, in the place of one that is there. */
    void addTo(ProtocolHandlers.Builder handlers, ServedConnection connection);
}
