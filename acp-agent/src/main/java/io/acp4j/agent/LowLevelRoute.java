package io.acp4j.agent;

import io.acp4j.rpc.Handlers;

/** A handler of one method that the author wrote by hand. */
@FunctionalInterface
interface LowLevelRoute {

    /** Adds the handler to those of a connection, in the place of one that is there. */
    void addTo(Handlers.Builder handlers, DefaultAgentConnection connection);
}
