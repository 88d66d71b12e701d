package io.acp4j.agent;

import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.update.SessionUpdate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A session that is being opened, and the request that opens it: a new session, a stored one, or a fork. Valid until the handler of
 * the request has returned. The session then accepts prompts, and the response is sent.
 *
 * <p>Requests of one connection that open the same session are served one after the other, in the order in which they arrived. Paths in
 * such a request are absolute, and it uses only advertised features. Objects attached here are attached to the session.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup">the specification</a>
 * @since 0.1.0
 */
public interface SessionContext extends ClientRequestContext, Attachments {

    /**
     * Names the session: the one to load or resume, or a fresh random id for a new one or a fork. For the latter two the
     * id in the response decides, which may be another one.
     *
     * @return the id
     */
    SessionId sessionId();

    /**
     * Returns the client that sent the request. The agent can request input for the session from its user: {@code client.elicit(
     * FormElicitationRequest.of(ElicitationScope.of(context.requestId()), …))}, which ends with the request. The
     * request cannot name the session: the client may not know it before the response.
     *
     * @return the client
     * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#creating-an-elicitation">the specification</a>
     */
    @Override
    Client client();

    /**
     * Returns the open session that is to be forked.
     *
     * @return the session; null when it is not open on this connection, and when this is no fork
     */
    @Nullable
    AgentSession source();

    /**
     * Returns the stored tree of the session. It is empty for a new session, and contains the inherited path for a fork. Attributes of the
     * session are set on it.
     *
     * @return the tree
     * @throws IllegalStateException if the agent was built without {@link AcpAgentBuilder#sessions}
     */
    default SessionTree tree() {
        throw new IllegalStateException(
                "nothing is stored of session " + sessionId() + "; build the agent with AcpAgentBuilder.sessions");
    }

    /**
     * Sends a piece of the stored conversation, before the response as {@code session/load} demands. Message chunks
     * without an id get one; give the stored ids, so that they stay what they were.
     *
     * @param update the piece
     * @throws IllegalStateException when this is not {@code session/load}: the client does not know the session yet, or
     *     must not be sent its history
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#loading-a-session">the specification</a>
     */
    void replay(SessionUpdate update);

    /**
     * Runs an action right after the response has been sent, never before: the place for what the client is to know from
     * the start, such as the available commands.
     *
     * @param action takes the open session; what it throws is logged
     */
    void afterResponse(Consumer<AgentSession> action);
}
