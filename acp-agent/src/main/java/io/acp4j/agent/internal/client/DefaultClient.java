package io.acp4j.agent.internal.client;

import io.acp4j.agent.Client;
import io.acp4j.rpc.CancellationToken;
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
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.method.Capabilities;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.update.SessionNotification;
import io.acp4j.schema.update.SessionUpdate;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Calls the client, but nothing that it has not advertised. */
public class DefaultClient implements Client {

    private final ClientState state;
    private final Supplier<Connection> connection;
    private final @Nullable CancellationToken questionsUntil;

    /** The state of the client of one connection, shared by its views. */
    private static final class ClientState {

        private final AttachmentMap attachments = new AttachmentMap();
        private final ClientTerminals terminals = new ClientTerminals();
        private volatile @Nullable InitializeRequest introduction;
        private volatile @Nullable ClientRules rules;
        private volatile boolean outlivesInput;
        private final AtomicBoolean refusesPermissions = new AtomicBoolean();
    }

    /**
     * Creates a client that has not introduced itself.
     *
     * @param connection returns the connection, which comes to be after this
     */
    public DefaultClient(Supplier<Connection> connection) {
        this.state = new ClientState();
        this.connection = connection;
        this.questionsUntil = null;
    }

    /**
     * Creates a view of the same client for one request, turn or session.
     *
     * @param questionsUntil ends questions to the user
     */
    DefaultClient(DefaultClient client, CancellationToken questionsUntil) {
        this.state = client.state;
        this.connection = client.connection;
        this.questionsUntil = questionsUntil;
    }

    /** Takes what the client says of itself, and how it wants to be called. */
    public void introduce(InitializeRequest request, ClientRules wanted) {
        state.rules = wanted;
        state.introduction = request;
    }

    /** Has work go on when the client sends nothing any more, as it may still read. */
    public void outliveInput() {
        state.outlivesInput = true;
    }

    /** Returns whether the client is gone, so that nothing that waits is to begin. */
    public boolean isGone() {
        return !state.outlivesInput
                && connection.get().inputEnded().toCompletableFuture().isDone();
    }

    /** Returns the version that the connection has; version 1 before one was selected. */
    public WireVersion version() {
        ClientRules known = state.rules;
        return known == null ? WireVersion.V1 : known.version();
    }

    /** Returns the terminals that the client has created. */
    public ClientTerminals terminals() {
        return state.terminals;
    }

    /** Returns a consumer of stored updates that passes them on with terminals as the client can show them. */
    public TerminalReplay replayTo(SessionId session, Consumer<SessionUpdate> target) {
        return new TerminalReplay(session, state.terminals, version(), target);
    }

    /** Returns true for the first permission request that the client has refused as an unknown method. */
    final boolean isFirstRefusedPermission() {
        return state.refusesPermissions.compareAndSet(false, true);
    }

    /** Returns how long the client may take to respond to a cancelled request for permission. */
    long permissionGraceMillis() {
        ClientRules known = state.rules;
        return known == null ? 0 : known.permissionGraceMillis();
    }

    /** Returns the threads that handlers run on. */
    public Executor executor() {
        return connection.get().executor();
    }

    /** Returns an update of the past as the client's version of the protocol has it; nothing when it has none. */
    public Stream<SessionUpdate> shown(SessionUpdate update) {
        ClientRules known = state.rules;
        return known == null ? Stream.of(update) : Stream.ofNullable(known.shown(update));
    }

    private boolean has(Method<?> method) {
        ClientRules known = state.rules;
        return known == null || known.has(method);
    }

    /** Returns parameters with what the client's version of the protocol requires. */
    @SuppressWarnings("unchecked") // what is returned is of the same type
    private <P> P fitting(P params) {
        ClientRules known = state.rules;
        return known != null && params instanceof RequestPermissionRequest request
                ? (P) known.permission(request)
                : params;
    }

    private InitializeRequest introduction() {
        InitializeRequest request = state.introduction;
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
        return (needed == null || needed.in(capabilities())) && has(method);
    }

    private void require(Method<?> method) {
        if (!method.handledBy().contains(Side.CLIENT)) {
            throw new IllegalArgumentException(method + " is not a method of clients");
        }
        if (!has(method)) {
            throw ClientRules.missing(method.name(), 1);
        }
        require(method.name(), method.capability());
    }

    private void require(String what, @Nullable Capability<?> needed) {
        if (needed != null && !needed.in(capabilities())) {
            String path = needed.at(version()).path();
            throw UnsupportedCapabilityException.withMessage(
                    what + " needs the peer's capability " + path
                            + ", which it has not advertised; check Client.supports or Client.capabilities before the call",
                    path);
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
        return connection.get().request(method, fitting(params));
    }

    @Override
    public <P, R> CompletableFuture<R> requestAsync(RequestMethod<P, R> method, P params) {
        require(method);
        return connection.get().requestAsync(method, fitting(params));
    }

    /** Sends a request with the given time limit. */
    <P, R> CompletableFuture<R> requestAsync(RequestMethod<P, R> method, P params, Duration limit) {
        require(method);
        return connection.get().requestAsync(method, fitting(params), limit);
    }

    @Override
    public <P> void notify(NotificationMethod<P> method, P params) {
        require(method);
        connection.get().notify(method, params);
    }

    @Override
    public void update(SessionId session, SessionUpdate update) {
        ClientRules known = state.rules;
        update(SessionNotification.of(session, known == null ? update : known.update(update)));
    }

    /** Sends an update with what else its notification says. */
    public void update(SessionNotification notification) {
        connection.get().notify(Methods.SESSION_UPDATE, notification);
    }

    @Override
    public CreateElicitationResponse elicit(CreateElicitationRequest request) {
        if (questionsUntil != null) {
            return Waits.await(elicitAsync(request));
        }
        requireMode(request);
        return request(Methods.ELICITATION_CREATE, request);
    }

    @Override
    public CompletableFuture<CreateElicitationResponse> elicitAsync(CreateElicitationRequest request) {
        return questionsUntil == null
                ? elicitUnbounded(request)
                : Waits.untilCancelled(questionsUntil, () -> elicitUnbounded(request), Function.identity());
    }

    private CompletableFuture<CreateElicitationResponse> elicitUnbounded(CreateElicitationRequest request) {
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
        state.attachments.attach(type, value);
    }

    @Override
    public <T> @Nullable T attachment(Class<T> type) {
        return state.attachments.attachment(type);
    }
}
