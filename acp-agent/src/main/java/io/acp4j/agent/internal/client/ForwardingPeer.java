package io.acp4j.agent.internal.client;

import io.acp4j.agent.Client;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.Method;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.auth.AuthStatusUpdateNotification;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.update.SessionUpdate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The client as a session or a request sees it: all but questions to the user goes to the client of the connection. */
abstract class ForwardingPeer implements Client {

    private final Client peer;

    ForwardingPeer(Client peer) {
        this.peer = peer;
    }

    @Override
    public String principal() {
        return peer.principal();
    }

    @Override
    public void completeElicitation(ElicitationId elicitation) {
        peer.completeElicitation(elicitation);
    }

    @Override
    public ClientCapabilities capabilities() {
        return peer.capabilities();
    }

    @Override
    public @Nullable Implementation info() {
        return peer.info();
    }

    @Override
    public boolean supports(Method<?> method) {
        return peer.supports(method);
    }

    @Override
    public <P, R> R request(RequestMethod<P, R> method, P params) {
        return peer.request(method, params);
    }

    @Override
    public <P, R> CompletableFuture<R> requestAsync(RequestMethod<P, R> method, P params) {
        return peer.requestAsync(method, params);
    }

    @Override
    public <P> void notify(NotificationMethod<P> method, P params) {
        peer.notify(method, params);
    }

    @Override
    public void update(SessionId about, SessionUpdate update) {
        peer.update(about, update);
    }

    @Override
    public void authStatusChanged(AuthStatusUpdateNotification status) {
        peer.authStatusChanged(status);
    }

    @Override
    public CompletionStage<CloseReason> closed() {
        return peer.closed();
    }

    @Override
    public <T> void attach(Class<T> type, T value) {
        peer.attach(type, value);
    }

    @Override
    public <T> @Nullable T attachment(Class<T> type) {
        return peer.attachment(type);
    }
}
