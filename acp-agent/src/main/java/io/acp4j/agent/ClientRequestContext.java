package io.acp4j.agent;

import io.acp4j.rpc.CancellationToken;
import io.acp4j.schema.RequestId;

/**
 * Context of a client request that does not belong to an open session, such as a request to authenticate or to open a session.
 *
 * <p>The agent can ask the user for input about the request itself:
 * {@code context.client().elicit(UrlElicitationRequest.of(ElicitationScope.of(context.requestId()), …))}. Such an elicitation is withdrawn
 * when the client cancels the request, and when the handler has returned.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#creating-an-elicitation">the specification</a>
 * @since 0.1.0
 */
public interface ClientRequestContext {

    /**
     * Returns the ID of the request, for {@link io.acp4j.schema.elicitation.ElicitationScope#of(RequestId)}.
     *
     * @return the ID that the client assigned
     */
    RequestId requestId();

    /**
     * Returns the client that sent the request. After the request has ended, {@link Client#elicit} and {@link Client#elicitAsync} of this
     * object fail with {@link io.acp4j.rpc.RequestCancelledException}. All other methods remain usable until the connection ends.
     *
     * @return the client
     */
    Client client();

    /**
     * Returns the cancellation of the request.
     *
     * @return a token that is cancelled by {@code $/cancel_request} or by the end of the connection
     */
    CancellationToken cancellation();
}
