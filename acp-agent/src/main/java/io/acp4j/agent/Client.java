package io.acp4j.agent;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.Method;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.auth.AuthStatusUpdateNotification;
import io.acp4j.schema.elicitation.CreateElicitationRequest;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.update.SessionUpdate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The client, as the agent sees it.
 *
 * <p>Nothing is sent that the client has not advertised: such a call throws {@link
 * io.acp4j.rpc.UnsupportedCapabilityException} at once. Safe for use by any number of threads, handlers included. What the
 * author attaches lives as long as the connection.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/overview">the specification</a>
 * @since 0.1.0
 */
public interface Client extends Attachments {

    /**
     * Returns what the client can do.
     *
     * @return what it advertised
     * @throws IllegalStateException before the client has sent {@code initialize}
     * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#client-capabilities">the specification</a>
     */
    ClientCapabilities capabilities();

    /**
     * Returns who made the client.
     *
     * @return what it said of itself; null when it said nothing
     * @throws IllegalStateException before the client has sent {@code initialize}
     */
    @Nullable
    Implementation info();

    /**
     * Returns who the client is, as far as the transport has authenticated it. Stored sessions belong to the principal that
     * has made them, and no other one sees them.
     *
     * @return a name; {@link io.acp4j.rpc.transport.Transport#ANONYMOUS} without authentication
     */
    String principal();

    /**
     * Returns whether a method may be called.
     *
     * @param method a method that clients handle
     * @return true when it needs no capability or the client has advertised it
     * @throws IllegalStateException before the client has sent {@code initialize}
     */
    boolean supports(Method<?> method);

    /**
     * Calls a method of the client and waits for its result.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method the method, of the protocol or of an extension
     * @param params its parameters
     * @return its result
     * @throws io.acp4j.rpc.AcpException as {@link io.acp4j.rpc.Connection#request(RequestMethod, Object)} does, and {@link
     *     io.acp4j.rpc.UnsupportedCapabilityException} when the client has not advertised the method
     */
    <P, R> R request(RequestMethod<P, R> method, P params);

    /**
     * Calls a method of the client.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method the method, of the protocol or of an extension
     * @param params its parameters
     * @return a future of its result; cancelling it asks the client to cancel
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the client has not advertised the method
     */
    <P, R> CompletableFuture<R> requestAsync(RequestMethod<P, R> method, P params);

    /**
     * Sends a notification.
     *
     * @param <P> the type of the parameters
     * @param method the method, of the protocol or of an extension
     * @param params its parameters
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the client has not advertised the method
     */
    <P> void notify(NotificationMethod<P> method, P params);

    /**
     * Sends an update about any session, one that is not open here included. For open ones {@link AgentSession#update}
     * also keeps message ids.
     *
     * @param session the session
     * @param update the update
     */
    void update(SessionId session, SessionUpdate update);

    /**
     * Asks the user for input and waits for the response, for as long as it takes.
     *
     * @param request the question; about a session or about a request
     * @return what the user did
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the client has not advertised the mode
     * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation">the specification</a>
     */
    CreateElicitationResponse elicit(CreateElicitationRequest request);

    /**
     * Asks the user for input.
     *
     * @param request the question; about a session or about a request
     * @return a future of what the user did
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the client has not advertised the mode
     */
    CompletableFuture<CreateElicitationResponse> elicitAsync(CreateElicitationRequest request);

    /**
     * Notifies the client that what the user was asked to do on a web page is done.
     *
     * @param elicitation the question
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the client has not advertised the mode {@code url}
     * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#url-mode">the specification</a>
     */
    void completeElicitation(ElicitationId elicitation);

    /**
     * Notifies the client that it has changed whether the user is authenticated. For agents with a handler of {@code
     * auth/status}; sent when the client has introduced itself, and best only when something differs from what was sent last.
     *
     * @param status what it is now
     * @throws IllegalStateException before the client has sent {@code initialize}
     * @see <a href="https://agentclientprotocol.com/rfds/get-auth-state">the specification</a>
     */
    @Unstable("auth-status")
    void authStatusChanged(AuthStatusUpdateNotification status);

    /**
     * Returns when the client is gone.
     *
     * @return a stage that completes once with the reason, never exceptionally
     */
    CompletionStage<CloseReason> closed();
}
