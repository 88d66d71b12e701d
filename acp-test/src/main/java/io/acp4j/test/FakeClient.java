package io.acp4j.test;

import io.acp4j.agent.AcpAgent;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.NotificationHandler;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.rpc.internal.protocol.ProtocolHandlers;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.permission.PermissionOptionKind;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.ReplayFromStart;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.schema.terminal.CreateTerminalRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
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
 * <p>Unless told otherwise it serves nothing and cancels every request for permission. {@link #file} gives it files and {@link
 * #onCommand} terminals, both in memory; anything else that it is to do is given with {@link #onRequest}. It advertises what it
 * serves. Describe it before it is connected, for one connection. Safe for use by any number of threads.
 *
 * @since 0.1.0
 */
public final class FakeClient implements AutoCloseable {

    /** How long it waits for anything unless {@link #timeLimit(Duration)} says otherwise. */
    public static final Duration DEFAULT_TIME_LIMIT = Duration.ofMinutes(1);

    private final InMemoryTransport.Pair pair = InMemoryTransport.pair();
    private final ProtocolHandlers.Builder handlers = ProtocolHandlers.builder();
    private final Map<SessionId, FakeSession> sessions = new ConcurrentHashMap<>();
    private final ClientServices services = new ClientServices(handlers);
    private volatile @Nullable ClientCapabilities capabilities;
    private volatile Duration timeLimit = DEFAULT_TIME_LIMIT;
    private volatile ProtocolVersion version = ProtocolVersion.V1;
    private volatile @Nullable Connection connection;
    private volatile @Nullable InitializeResponse initialized;

    private FakeClient() {
        handlers.onNotification(
                Methods.SESSION_UPDATE,
                (notification, from) -> session(notification.sessionId()).add(notification.update()));
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
     * Sets what it advertises. By default that follows from what it serves: files, terminals, forms.
     *
     * @param advertised its capabilities, all of them; what they promise is to be kept with {@link #onRequest}
     * @return this
     */
    public FakeClient capabilities(ClientCapabilities advertised) {
        capabilities = Objects.requireNonNull(advertised, "advertised");
        return this;
    }

    /**
     * Sets the version of the protocol that it speaks, and asks for. Default: version 1. In version 2 it offers no files and commands,
     * which that version does not have.
     *
     * @param spoken {@link ProtocolVersion#V1} or {@link ProtocolVersion#V2}
     * @return this
     * @throws IllegalArgumentException for another version
     */
    @Unstable("protocol-version-2")
    public FakeClient protocolVersion(ProtocolVersion spoken) {
        version = SpokenVersions.known(spoken);
        return this;
    }

    boolean speaksV2() {
        return SpokenVersions.isDraft(version);
    }

    /**
     * Sets how long it waits for anything from then on: for responses of the agent, the ends of turns, and updates. Default: a minute.
     *
     * @param limit how long at most; {@link io.acp4j.rpc.RequestTimeoutException} then
     * @return this
     */
    public FakeClient timeLimit(Duration limit) {
        timeLimit = Objects.requireNonNull(limit, "limit");
        return this;
    }

    Duration timeLimit() {
        return timeLimit;
    }

    /**
     * Adds a file, and allows the agent to read and write files.
     *
     * @param path an absolute path, as the agent will name it
     * @param content its text
     * @return this
     */
    public FakeClient file(String path, String content) {
        services.file(Objects.requireNonNull(path, "path"), Objects.requireNonNull(content, "content"));
        return this;
    }

    /**
     * Lets the agent read and write files, of which there are none yet.
     *
     * @return this
     */
    public FakeClient files() {
        services.addFiles();
        return this;
    }

    /**
     * Returns the files as they are now.
     *
     * @return a snapshot of their texts, by paths
     */
    public Map<String, String> fileContents() {
        return services.fileContents();
    }

    /**
     * Lets the agent run commands, whose output a script gives; nothing is really run.
     *
     * @param script says what becomes of each
     * @return this
     */
    public FakeClient onCommand(FakeCommand.Script script) {
        services.onCommand(Objects.requireNonNull(script, "script"));
        return this;
    }

    /**
     * Returns the commands that the agent has had run, in all sessions, in order.
     *
     * @return a snapshot
     */
    public List<CreateTerminalRequest> commands() {
        return services.commands();
    }

    /**
     * Returns how many terminals the agent has not released.
     *
     * @return the number
     */
    public int openTerminals() {
        return services.openTerminals();
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
     * Responds to requests for permission with the first option of a kind; what it offers no such option for is cancelled.
     *
     * @param kind the kind
     * @return this
     */
    public FakeClient choosing(PermissionOptionKind kind) {
        services.choose(Objects.requireNonNull(kind, "kind"));
        return this;
    }

    /**
     * Responds to requests for permission.
     *
     * @param handler decides; may take its time
     * @return this
     */
    public FakeClient onPermission(
            RequestHandler<RequestPermissionRequest, RequestPermissionResponse, RequestContext> handler) {
        services.decide(Objects.requireNonNull(handler, "handler"));
        return this;
    }

    /**
     * Serves any method by hand, in place of what this client does itself.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method the method
     * @param handler serves it; throws {@link io.acp4j.rpc.AcpErrorException} to respond with an error
     * @return this
     */
    public <P, R> FakeClient onRequest(RequestMethod<P, R> method, RequestHandler<P, R, RequestContext> handler) {
        services.onRequest(method, handler);
        return this;
    }

    /**
     * Handles any notification, in place of what this client does itself.
     *
     * @param <P> the type of the parameters
     * @param method the method
     * @param handler takes it
     * @return this
     */
    public <P> FakeClient onNotification(NotificationMethod<P> method, NotificationHandler<P, Connection> handler) {
        handlers.onNotification(method, handler);
        return this;
    }

    /**
     * Connects to an agent and initializes the connection.
     *
     * @param agent the agent
     * @return this
     * @throws io.acp4j.rpc.AcpException when the agent refuses, or does not serve the version
     */
    public FakeClient connect(AcpAgent agent) {
        agent.serve(pair.agent());
        Connection started = services.connect(pair.client(), version, timeLimit);
        connection = started;
        var unused =
                started.closed().thenAccept(reason -> sessions.values().forEach(session -> session.closed(reason)));
        initialized = services.introduce(started, version, capabilities);
        return this;
    }

    /**
     * Returns what the agent said of itself.
     *
     * @return its response to {@code initialize}
     * @throws IllegalStateException when the client has not been connected
     */
    public InitializeResponse initialized() {
        return connected(initialized);
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
     * Loads a stored session in {@code /project}; its updates so far are forgotten before.
     *
     * @param id its id
     * @return the session, with what the agent has replayed
     */
    public FakeSession loadSession(SessionId id) {
        FakeSession session = session(id);
        session.forget();
        if (speaksV2()) {
            request(
                    Methods.SESSION_RESUME,
                    ResumeSessionRequest.builder(id, "/project")
                            .replayFrom(ReplayFromStart.START)
                            .build());
        } else {
            request(Methods.SESSION_LOAD, LoadSessionRequest.of(id, "/project"));
        }
        return session;
    }

    /**
     * Forks a session, into {@code /project}.
     *
     * @param id the session to fork
     * @param message the last message that the fork is to have; null for all of them
     * @return the fork
     */
    public FakeSession forkSession(SessionId id, @Nullable MessageId message) {
        return session(request(
                        Methods.SESSION_FORK,
                        ForkSessionRequest.builder(id, "/project")
                                .messageId(message)
                                .build())
                .sessionId());
    }

    /**
     * Returns what is known of a session, of one that was resumed with {@link #request} for instance.
     *
     * @param id its id
     * @return the session, which need not exist; the same object each time
     */
    public FakeSession session(SessionId id) {
        return sessions.computeIfAbsent(id, any -> new FakeSession(this, any));
    }

    /**
     * Asks the agent for anything and waits for the response.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method the method
     * @param params its parameters
     * @return its result
     */
    public <P, R> R request(RequestMethod<P, R> method, P params) {
        return connection().request(method, params, timeLimit);
    }

    /**
     * Returns the connection to the agent, for calls of any kind.
     *
     * @return the connection
     * @throws IllegalStateException when the client has not been connected
     */
    public Connection connection() {
        return connected(connection);
    }

    private static <T> T connected(@Nullable T known) {
        if (known == null) {
            throw new IllegalStateException("the client has not been connected; call connect(agent) first");
        }
        return known;
    }

    /**
     * Returns what the agent asked permission for, in all sessions, in order.
     *
     * @return a snapshot
     */
    public List<RequestPermissionRequest> permissions() {
        return services.permissions();
    }

    /** Goes away as a program that exits. */
    @Override
    public void close() {
        pair.client().close();
    }

    /**
     * Breaks the connection.
     *
     * @param cause why
     */
    public void crash(Throwable cause) {
        pair.client().fail(cause);
    }
}
