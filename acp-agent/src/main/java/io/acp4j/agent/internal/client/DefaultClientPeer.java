package io.acp4j.agent.internal.client;

import io.acp4j.agent.ClientPeer;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.Capability;
import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.Method;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.Side;
import io.acp4j.schema.auth.AuthStatusUpdateNotification;
import io.acp4j.schema.elicitation.CompleteElicitationNotification;
import io.acp4j.schema.elicitation.CreateElicitationRequest;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import io.acp4j.schema.elicitation.UrlElicitationRequest;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.method.Capabilities;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.update.SessionNotification;
import io.acp4j.schema.update.SessionUpdate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls the client, but nothing that it has not advertised. */
public final class DefaultClientPeer implements ClientPeer {

    private final Supplier<Connection> connection;
    private final AttachmentMap attachments = new AttachmentMap();
    private volatile @Nullable InitializeRequest introduction;

    /**
     * Creates a client that has not introduced itself.
     *
     * @param connection returns the connection, which comes to be after this
     */
    public DefaultClientPeer(Supplier<Connection> connection) {
        this.connection = connection;
    }

    /** Takes what the client says of itself. */
    public void introduce(InitializeRequest request) {
        introduction = request;
    }

    private InitializeRequest introduction() {
        InitializeRequest request = introduction;
        if (request == null) {
            throw new IllegalStateException("the client has not sent initialize yet");
        }
        return request;
    }

    @Override
    public ClientCapabilities capabilities() {
        return introduction().clientCapabilities();
    }

    @Override
    public @Nullable Implementation info() {
        return introduction().clientInfo();
    }

    @Override
    public String principal() {
        return connection.get().principal();
    }

    @Override
    public boolean supports(Method<?> method) {
        Capability<?> needed = method.capability();
        return needed == null || needed.in(capabilities());
    }

    private void require(Method<?> method) {
        if (!method.handledBy().contains(Side.CLIENT)) {
            throw new IllegalArgumentException(method + " is not a method of clients");
        }
        require(method.name(), method.capability());
    }

    private void require(String what, @Nullable Capability<?> needed) {
        if (needed != null && !needed.in(capabilities())) {
            throw new UnsupportedCapabilityException(what, needed.path());
        }
    }

    private void requireMode(CreateElicitationRequest request) {
        if (request instanceof FormElicitationRequest) {
            require("elicitation/create in mode form", Capabilities.ELICITATION_FORM);
        } else if (request instanceof UrlElicitationRequest) {
            require("elicitation/create in mode url", Capabilities.ELICITATION_URL);
        }
    }

    @Override
    public <P, R> R request(RequestMethod<P, R> method, P params) {
        require(method);
        return connection.get().request(method, params);
    }

    @Override
    public <P, R> CompletableFuture<R> requestAsync(RequestMethod<P, R> method, P params) {
        require(method);
        return connection.get().requestAsync(method, params);
    }

    @Override
    public <P> void notify(NotificationMethod<P> method, P params) {
        require(method);
        connection.get().notify(method, params);
    }

    @Override
    public void update(SessionId session, SessionUpdate update) {
        update(SessionNotification.of(session, update));
    }

    /** Sends an update with what else its notification says. */
    public void update(SessionNotification notification) {
        connection.get().notify(Methods.SESSION_UPDATE, notification);
    }

    @Override
    public CreateElicitationResponse elicit(CreateElicitationRequest request) {
        requireMode(request);
        return request(Methods.ELICITATION_CREATE, request);
    }

    @Override
    public CompletableFuture<CreateElicitationResponse> elicitAsync(CreateElicitationRequest request) {
        requireMode(request);
        return requestAsync(Methods.ELICITATION_CREATE, request);
    }

    @Override
    public void completeElicitation(ElicitationId elicitation) {
        notify(Methods.ELICITATION_COMPLETE, new CompleteElicitationNotification(elicitation, null));
    }

    @Override
    public void authStatusChanged(AuthStatusUpdateNotification status) {
        introduction();
        notify(Methods.AUTH_STATUS_UPDATE, status);
    }

    @Override
    public CompletionStage<CloseReason> closed() {
        return connection.get().closed();
    }

    @Override
    public <T> void attach(Class<T> type, T value) {
        attachments.attach(type, value);
    }

    @Override
    public <T> @Nullable T attachment(Class<T> type) {
        return attachments.attachment(type);
    }
}
