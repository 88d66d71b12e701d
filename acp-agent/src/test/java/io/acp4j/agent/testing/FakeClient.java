package io.acp4j.agent.testing;

import io.acp4j.agent.AcpAgent;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.Handlers;
import io.acp4j.rpc.NotificationHandler;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.Methods;
import io.acp4j.schema.v1.init.ClientCapabilities;
import io.acp4j.schema.v1.init.Implementation;
import io.acp4j.schema.v1.init.InitializeRequest;
import io.acp4j.schema.v1.init.InitializeResponse;
import io.acp4j.schema.v1.init.ProtocolVersion;
import io.acp4j.schema.v1.permission.PermissionOption;
import io.acp4j.schema.v1.permission.PermissionOptionKind;
import io.acp4j.schema.v1.permission.RequestPermissionRequest;
import io.acp4j.schema.v1.permission.RequestPermissionResponse;
import io.acp4j.schema.v1.session.NewSessionRequest;
import io.acp4j.schema.v1.update.SessionNotification;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A client for the tests of an agent: in memory, without a process, and with a memory of all that the agent shows and asks.
 *
 * <pre>{@code
 * try (FakeClient client = FakeClient.create().allowing().connect(agent)) {
 *     FakeSession session = client.newSession();
 *     session.prompt("Hi");
 *     assertThat(session.said()).isEqualTo("Hello!");
 * }
 * }</pre>
 *
 * <p>Unless told otherwise it has no capabilities and answers every permission as cancelled; anything else that it is to do is
 * given with {@link #onRequest}. Describe it before it is connected, for one connection. Safe for use by any number of threads.
 *
 * @since 0.1.0
 */
public final class FakeClient implements AutoCloseable {

    private final InMemoryTransport.Pair pair = InMemoryTransport.pair();
    private final Handlers.Builder handlers = Handlers.builder();
    private final Map<SessionId, FakeSession> sessions = new ConcurrentHashMap<>();
    private final List<RequestPermissionRequest> permissions = new CopyOnWriteArrayList<>();
    private volatile ClientCapabilities capabilities = ClientCapabilities.NONE;
    private volatile RequestHandler<RequestPermissionRequest, RequestPermissionResponse> decision =
            (request, context) -> RequestPermissionResponse.cancelled();
    private volatile @Nullable Connection connection;
    private volatile @Nullable InitializeResponse initialized;

    private FakeClient() {
        handlers.onNotification(Methods.SESSION_UPDATE, this::update)
                .onRequest(Methods.SESSION_REQUEST_PERMISSION, this::permission);
    }

    /**
     * Makes a client.
     *
     * @return the client, not yet connected
     */
    public static FakeClient create() {
        return new FakeClient();
    }

    /**
     * Sets what it advertises. Default: nothing.
     *
     * @param advertised its capabilities; what they promise is to be kept with {@link #onRequest}
     * @return this
     */
    public FakeClient capabilities(ClientCapabilities advertised) {
        capabilities = Objects.requireNonNull(advertised, "advertised");
        return this;
    }

    /**
     * Allows once whatever the agent asks for; what it offers no such option for is cancelled.
     *
     * @return this
     */
    public FakeClient allowing() {
        return choosing(PermissionOptionKind.ALLOW_ONCE);
    }

    /**
     * Rejects once whatever the agent asks for; what it offers no such option for is cancelled.
     *
     * @return this
     */
    public FakeClient rejecting() {
        return choosing(PermissionOptionKind.REJECT_ONCE);
    }

    /**
     * Answers whatever the agent asks for with the first option of a kind; what it offers no such option for is cancelled.
     *
     * @param kind the kind
     * @return this
     */
    public FakeClient choosing(PermissionOptionKind kind) {
        Objects.requireNonNull(kind, "kind");
        return onPermission((request, context) -> request.options().stream()
                .filter(option -> option.kind().equals(kind))
                .findFirst()
                .map(PermissionOption::optionId)
                .map(RequestPermissionResponse::selected)
                .orElseGet(RequestPermissionResponse::cancelled));
    }

    /**
     * Answers requests for permission.
     *
     * @param handler decides; may take its time
     * @return this
     */
    public FakeClient onPermission(RequestHandler<RequestPermissionRequest, RequestPermissionResponse> handler) {
        decision = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Serves any method by hand, in place of what this client does itself.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method the method
     * @param handler serves it; throws {@link io.acp4j.rpc.AcpErrorException} to answer with an error
     * @return this
     */
    public <P, R> FakeClient onRequest(RequestMethod<P, R> method, RequestHandler<P, R> handler) {
        handlers.onRequest(method, handler);
        return this;
    }

    /**
     * Takes any notification by hand, in place of what this client does itself.
     *
     * @param <P> the type of the parameters
     * @param method the method
     * @param handler takes it
     * @return this
     */
    public <P> FakeClient onNotification(NotificationMethod<P> method, NotificationHandler<P> handler) {
        handlers.onNotification(method, handler);
        return this;
    }

    /**
     * Connects to an agent and initializes the connection.
     *
     * @param agent the agent
     * @return this
     * @throws io.acp4j.rpc.AcpException when the agent refuses
     */
    public FakeClient connect(AcpAgent agent) {
        agent.serve(pair.second());
        Connection started = handlers.build().connect(pair.first(), ConnectionOptions.defaults());
        connection = started;
        initialized = started.request(
                Methods.INITIALIZE,
                InitializeRequest.builder(ProtocolVersion.V1)
                        .clientCapabilities(capabilities)
                        .clientInfo(Implementation.of("fake-client", "1"))
                        .build());
        return this;
    }

    /**
     * Tells what the agent said of itself.
     *
     * @return its answer to {@code initialize}
     * @throws IllegalStateException when the client has not been connected
     */
    public InitializeResponse initialized() {
        InitializeResponse answer = initialized;
        if (answer == null) {
            throw notConnected();
        }
        return answer;
    }

    /**
     * Opens a session in {@code /project}.
     *
     * @return the session
     */
    public FakeSession newSession() {
        return newSession(NewSessionRequest.builder("/project").build());
    }

    /**
     * Opens a session.
     *
     * @param request describes it
     * @return the session
     */
    public FakeSession newSession(NewSessionRequest request) {
        return session(request(Methods.SESSION_NEW, request).sessionId());
    }

    /**
     * Gives what is known of a session, of one that was forked or loaded with {@link #request} for instance.
     *
     * @param id its id
     * @return the session, which need not exist; the same object each time
     */
    public FakeSession session(SessionId id) {
        return sessions.computeIfAbsent(id, any -> new FakeSession(this, any));
    }

    /**
     * Asks the agent for anything and waits for the answer.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method the method
     * @param params its parameters
     * @return its result
     */
    public <P, R> R request(RequestMethod<P, R> method, P params) {
        return connection().request(method, params);
    }

    /**
     * Gives the connection to the agent, for calls of any kind.
     *
     * @return the connection
     * @throws IllegalStateException when the client has not been connected
     */
    public Connection connection() {
        Connection started = connection;
        if (started == null) {
            throw notConnected();
        }
        return started;
    }

    private static IllegalStateException notConnected() {
        return new IllegalStateException("the client has not been connected; call connect(agent) first");
    }

    /**
     * Gives what the agent asked permission for, in all sessions, in order.
     *
     * @return a snapshot
     */
    public List<RequestPermissionRequest> permissions() {
        return List.copyOf(permissions);
    }

    /** Goes away as a program that exits. */
    @Override
    public void close() {
        pair.first().close();
    }

    /**
     * Breaks the connection.
     *
     * @param cause why
     */
    public void crash(Throwable cause) {
        pair.first().fail(cause);
    }

    private void update(SessionNotification notification, Connection from) {
        session(notification.sessionId()).add(notification.update());
    }

    private RequestPermissionResponse permission(RequestPermissionRequest request, RequestContext context)
            throws Exception {
        permissions.add(request);
        return decision.handle(request, context);
    }
}
