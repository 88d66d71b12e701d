package io.acp4j.agent;

import io.acp4j.agent.internal.connection.AgentConfiguration;
import io.acp4j.agent.internal.serving.AgentServer;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.init.AgentCapabilities;

/**
 * An agent: how it responds to clients. Immutable; one agent serves any number of connections.
 *
 * <p>See the package description for a complete one.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/overview">the specification</a>
 * @since 0.1.0
 */
public final class AcpAgent {

    private final AgentConfiguration configuration;

    AcpAgent(AgentConfiguration configuration) {
        this.configuration = configuration;
    }

    /**
     * Returns a builder of an agent. An agent needs {@link AcpAgentBuilder#info(String, String)} and {@link AcpAgentBuilder#onPrompt}.
     *
     * @return a new builder
     */
    public static AcpAgentBuilder builder() {
        return new AcpAgentBuilder();
    }

    /**
     * Returns what the agent advertises to clients.
     *
     * @return its capabilities
     */
    public AgentCapabilities capabilities() {
        return configuration.capabilities();
    }

    /**
     * Serves one client.
     *
     * @param transport an unused transport
     * @return the connection, already serving
     */
    public AgentConnection serve(Transport transport) {
        return serve(transport, configuration.options());
    }

    /**
     * Serves one client.
     *
     * @param transport an unused transport
     * @param options limits, time-outs and listeners of this connection
     * @return the connection, already serving
     */
    public AgentConnection serve(Transport transport, ConnectionOptions options) {
        return AgentServer.open(configuration, transport, options);
    }
}
