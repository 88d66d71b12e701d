package io.acp4j.agent.internal.serving;

import io.acp4j.agent.internal.session.AgentConfiguration;
import io.acp4j.agent.internal.session.DefaultAgentConnection;
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
