package io.acp4j.agent.internal.serving;

import io.acp4j.agent.AgentConnection;
import io.acp4j.agent.internal.connection.AgentConfiguration;
import io.acp4j.agent.internal.connection.DefaultAgentConnection;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.transport.Transport;

/** Serves clients as an agent is configured. */
public final class AgentServer {

    private AgentServer() {}

    /** Opens a connection, already serving. */
    public static AgentConnection open(
            AgentConfiguration configuration, Transport transport, ConnectionOptions options) {
        DefaultAgentConnection connection = new DefaultAgentConnection(configuration);
        connection.start(Wiring.handlers(configuration, connection), transport, options);
        connection.endSessionsWithItsInput(configuration);
        return connection;
    }
}
