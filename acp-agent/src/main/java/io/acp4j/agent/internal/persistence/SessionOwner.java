package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.internal.client.DefaultClient;
import io.acp4j.agent.internal.session.DefaultSessionContext;
import io.acp4j.schema.init.Implementation;

/** The connection that has a session open, as another connection that opens the session sees it. */
record SessionOwner(DefaultClient client) {

    static SessionOwner of(DefaultSessionContext setup) {
        return new SessionOwner(setup.peer());
    }

    /** Returns true if neither side has closed the connection and the client has not ended its input. */
    boolean isConnected() {
        return !client.isGone() && !client.closed().toCompletableFuture().isDone();
    }

    /** Returns the name and version of the client for display. */
    String name() {
        Implementation info = client.info();
        return info == null ? "another client" : info.name() + " " + info.version();
    }
}
