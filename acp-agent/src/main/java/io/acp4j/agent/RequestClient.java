package io.acp4j.agent;

import io.acp4j.rpc.CancellationToken;
import io.acp4j.schema.RequestId;

/**
 * The client of a request that is about no open session, such as one to authenticate or to open a session.
 *
 * <p>The user can be asked for input about the request itself: {@code client.elicit(UrlElicitationRequest.of(
 * ElicitationScope.of(client.requestId()), …))}. Such a question ends with the request: it is withdrawn when the client cancels
 * the request, and when the handler has returned. After that {@link #elicit} and {@link #elicitAsync} fail with {@link
 * io.acp4j.rpc.RequestCancelledException}; all else may be used as long as the connection lasts.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#creating-an-elicitation">the specification</a>
 * @since 0.1.0
 */
public interface RequestClient extends Client {

    /**
     * Returns the id of the request, for {@link io.acp4j.schema.elicitation.ElicitationScope#of(RequestId)}.
     *
     * @return the id that the client gave it
     */
    RequestId requestId();

    /**
     * Returns whether the client still wants the response.
     *
     * @return a token that is cancelled by {@code $/cancel_request} or by the end of the connection
     */
    CancellationToken cancellation();
}
