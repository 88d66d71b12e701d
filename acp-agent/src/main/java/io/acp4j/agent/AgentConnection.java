package io.acp4j.agent;

import io.acp4j.rpc.Connection;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.SessionId;
import org.jspecify.annotations.Nullable;

/**
 * A connection of an agent to one client.
 *
 * <p>Calls made on it directly are not checked against the client's capabilities; those of {@link #client()} are.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/overview">the specification</a>
 * @since 0.1.0
 */
public interface AgentConnection extends Connection {

    /**
     * Returns the client at the other end.
     *
     * @return the client; its capabilities are known once it has sent {@code initialize}
     */
    Client client();

    /**
     * Finds an open session.
     *
     * @param id its id
     * @return the session; null when none of that id is open on this connection
     */
    @Nullable
    AgentSession session(SessionId id);

    /**
     * Returns the connection that a request came on, for handlers added with {@link AcpAgentBuilder#onRequest}.
     *
     * @param context what the handler was given
     * @return the connection
     * @throws IllegalArgumentException when the request was not served by an {@link AcpAgent}
     */
    static AgentConnection of(RequestContext context) {
        return of(context.connection());
    }

    /**
     * Returns the connection that a notification came on, for handlers added with {@link AcpAgentBuilder#onNotification}.
     *
     * @param connection what the handler was given
     * @return the connection
     * @throws IllegalArgumentException when it is not one of an {@link AcpAgent}
     */
    static AgentConnection of(Connection connection) {
        if (connection instanceof AgentConnection agent) {
            return agent;
        }
        throw new IllegalArgumentException("not a connection of an AcpAgent: " + connection);
    }
}
