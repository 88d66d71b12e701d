package io.acp4j.agent.internal.serving;

import io.acp4j.agent.internal.connection.AgentConfiguration;
import io.acp4j.agent.internal.connection.DefaultAgentConnection;
import io.acp4j.agent.internal.session.Sessions;

/** What serves the requests of one connection, for the handlers of one version. */
public record AgentParts(
        AgentConfiguration configuration,
        DefaultAgentConnection connection,
        Turns turns,
        SessionLifecycle lifecycle,
        SessionRequests requests) {

    /** Returns the open sessions of the connection. */
    public Sessions sessions() {
        return connection.sessions();
    }
}
