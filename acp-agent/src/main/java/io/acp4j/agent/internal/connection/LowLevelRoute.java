package io.acp4j.agent.internal.connection;

import io.acp4j.rpc.Handlers;

/** A handler of one method that takes the place of what is here for it. */
@FunctionalInterface
public interface LowLevelRoute {

    /** Adds the handler to those of a connection, in the place of one that is there. */
    void addTo(Handlers.Builder handlers, ServedConnection connection);
}
