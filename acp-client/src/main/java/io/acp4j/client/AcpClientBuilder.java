package io.acp4j.client;

import io.acp4j.client.internal.protocol.CancellationPolicy;
import io.acp4j.client.internal.session.ClientConfiguration;
import io.acp4j.client.internal.session.Connecting;
import io.acp4j.client.internal.session.Elicitations;
import io.acp4j.client.internal.session.HostLink;
import io.acp4j.client.internal.session.UnhandledCallLogger;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.AsyncRequestHandler;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.Handlers;
import io.acp4j.rpc.NotificationHandler;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.rpc.internal.protocol.ProtocolHandlers;
import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.auth.AuthStatusUpdateNotification;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import io.acp4j.schema.elicitation.UrlElicitationRequest;
import io.acp4j.schema.fs.ReadTextFileRequest;
import io.acp4j.schema.fs.ReadTextFileResponse;
import io.acp4j.schema.fs.WriteTextFileRequest;
import io.acp4j.schema.fs.WriteTextFileResponse;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Describes a client: who it is, what it does for the agent, and its limits; then connects it.
 *
 * <p>Registering a handler advertises its capability. A request without a handler gets error -32601, and a notification without one is
 * ignored; the first of each method is logged with the remedy. Permission requests without a handler get the outcome {@code cancelled}.
 * Used by one thread, for one connection.
 *
 * @since 0.1.0
 */
public final class AcpClientBuilder {

    /** Time within which the agent must confirm a cancellation unless {@link #cancelTimeout} sets another: 30 seconds. */
    public static final Duration DEFAULT_CANCEL_TIMEOUT = Duration.ofSeconds(30);

    private final Transport transport;
    private final ProtocolHandlers.Builder handlers = ProtocolHandlers.builder();
    private final HostLink hostLink = new HostLink();
    private final Elicitations elicitations = new Elicitations();
    private ConnectionOptions options = ConnectionOptions.defaults();

    private @Nullable Implementation info;

    private @Nullable Meta meta;

    private ClientCapabilities capabilities = ClientCapabilities.NONE;

    private @Nullable UpdateListener updateListener;

    private @Nullable RequestHandler<
                    RequestPermissionRequest, CompletionStage<RequestPermissionResponse>, RequestContext>
            permissionHandler;

    private @Nullable TranscriptOptions transcripts;

    private AirForkDetection airForkDetection = AirForkDetection.KNOWN;
    private Set<ProtocolVersion> versions = Set.of(ProtocolVersion.V1);
    private Transport.@Nullable Factory reconnection;
    private @Nullable List<Path> trustedSessionRoots;
    private ClientLimits limits = ClientLimits.defaults();
    private static final Duration MAX_CANCEL_TIMEOUT = Duration.ofDays(36_500);
    private Duration cancelTimeout = DEFAULT_CANCEL_TIMEOUT;
    private Consumer<ClientSession> unconfirmed = session -> {};

    AcpClientBuilder(Transport transport) {
        this.transport = Objects.requireNonNull(transport, "transport");
        handlers.onUnhandledCall(new UnhandledCallLogger());
    }

    /**
     * Sets how the client introduces itself to the agent.
     *
     * @param name its name for programs
     * @param version its version
     * @return this
     */
    public AcpClientBuilder info(String name, String version) {
        return info(Implementation.of(name, version));
    }

    /**
     * Sets how the client introduces itself to the agent.
     *
     * @param implementation its name, version and title
     * @return this
     */
    public AcpClientBuilder info(Implementation implementation) {
        info = Objects.requireNonNull(implementation, "implementation");
        return this;
    }

    /**
     * Sets what is advertised beside that which handlers stand for.
     *
     * @param advertised the capabilities; those of handlers are added
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#client-capabilities">the specification</a>
     */
    public AcpClientBuilder capabilities(ClientCapabilities advertised) {
        capabilities = Objects.requireNonNull(advertised, "advertised");
        return this;
    }

    /**
     * Adds metadata to the {@code initialize} request.
     *
     * @param extra extra data; null when there is none
     * @return this
     */
    public AcpClientBuilder meta(@Nullable Meta extra) {
        meta = extra;
        return this;
    }

    /**
     * Sets which versions of the protocol the client speaks; version 1 unless set. It asks for the newest of them, and goes on in an
     * older one on the same connection when the agent wants that. What one version has and the other has not is refused before
     * anything is sent.
     *
     * <p>Version 2 is a draft that moves; it has no files and terminals of the client. A client that offers them and gets
     * version 1 cannot be sure that the agent has noticed them: see {@link #reconnection}.
     *
     * @param newest one version
     * @param others further ones
     * @return this
     * @throws IllegalArgumentException when the library does not speak one of them: there are 1 and 2
     */
    @Unstable("protocol-version-2")
    public AcpClientBuilder protocolVersions(ProtocolVersion newest, ProtocolVersion... others) {
        Set<ProtocolVersion> chosen = new HashSet<>(List.of(others));
        chosen.add(newest);
        for (ProtocolVersion version : chosen) {
            if (!Connecting.speaks(version)) {
                throw new IllegalArgumentException("version " + version + " of the protocol is not spoken here");
            }
        }
        versions = Set.copyOf(chosen);
        return this;
    }

    /**
     * Sets how the client connects again when it has asked for version 2, offers files or terminals, and gets version 1:
     * the first connection is closed and the second one asks for version 1, so that the agent sees what is offered. Unless set, the
     * first connection is kept and the log says that the agent may not have noticed.
     *
     * @param transports opens the second connection, on a thread of the first one
     * @return this
     */
    @Unstable("protocol-version-2")
    public AcpClientBuilder reconnection(Transport.Factory transports) {
        reconnection = Objects.requireNonNull(transports, "transports");
        return this;
    }

    /**
     * Sets limits, time-outs and listeners of the connection.
     *
     * @param connectionOptions the options
     * @return this
     */
    public AcpClientBuilder options(ConnectionOptions connectionOptions) {
        options = Objects.requireNonNull(connectionOptions, "connectionOptions");
        return this;
    }

    /**
     * Sets the listener to the updates of all sessions, including updates that arrive before the response that opens their
     * session.
     *
     * @param listener receives them, in order for each session
     * @return this
     */
    public AcpClientBuilder onUpdate(UpdateListener listener) {
        updateListener = listener;
        return this;
    }

    /**
     * Keeps the conversation of each session, as {@link ClientSession#transcript()} gives it, from its first update on. Without
     * this nothing is kept.
     *
     * @param transcriptOptions how much is kept; {@link TranscriptOptions#KEEP_ALL} takes memory in proportion to the
     *     conversations
     * @return this
     */
    public AcpClientBuilder transcripts(TranscriptOptions transcriptOptions) {
        transcripts = Objects.requireNonNull(transcriptOptions, "transcriptOptions");
        return this;
    }

    /**
     * Limits the time that the agent has to end a cancelled turn. After that the turn ends with the stop reason {@code cancelled} and is
     * {@linkplain PromptTurn#isUnconfirmed marked}, and the session accepts the next prompt. A response that the agent sends later is
     * ignored. Default {@link #DEFAULT_CANCEL_TIMEOUT}.
     *
     * @param limit the time, positive; more than 100 years count as 100 years
     * @return this
     */
    public AcpClientBuilder cancelTimeout(Duration limit) {
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("cancelTimeout must be positive, was " + DurationText.of(limit));
        }
        // Timers count nanoseconds in a long.
        cancelTimeout = limit.compareTo(MAX_CANCEL_TIMEOUT) > 0 ? MAX_CANCEL_TIMEOUT : limit;
        return this;
    }

    /**
     * Adds a listener for cancellations that the agent has not confirmed within {@link #cancelTimeout}. Such an agent probably hangs. The
     * listener is called on a thread of the connection, after the turn has ended.
     *
     * @param listener receives the session
     * @return this
     */
    public AcpClientBuilder onCancelUnconfirmed(Consumer<ClientSession> listener) {
        unconfirmed = unconfirmed.andThen(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /**
     * Sets the agents that support forks at a message in {@code _meta.jetbrains.air.fork}. Default {@link AirForkDetection#KNOWN}.
     *
     * @param agents recognises these agents
     * @return this
     */
    @Unstable("session-fork")
    public AcpClientBuilder airForkDetection(AirForkDetection agents) {
        airForkDetection = Objects.requireNonNull(agents, "agents");
        return this;
    }

    /**
     * Sets the handler of permission requests, which may wait for a user.
     *
     * <p>When the turn is cancelled during the request, the agent receives the outcome {@code cancelled} and the handler's thread is
     * interrupted. Without a handler the outcome is {@code cancelled}, and a warning is logged once. In version 2 of the
     * protocol the outcome is {@code cancelled}, too, when the agent withdraws a request. The outcome is also {@code cancelled} if the
     * handler selects an ID that several different options of the request have.
     *
     * <p>The handler has no timeout. An agent of this library waits until the turn or the connection ends, unless its {@link
     * io.acp4j.rpc.ConnectionOptions} set a limit for {@code session/request_permission}.
     *
     * @param handler decides
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission">the specification</a>
     */
    public AcpClientBuilder onPermission(
            RequestHandler<RequestPermissionRequest, RequestPermissionResponse, RequestContext> handler) {
        return onPermissionAsync(
                (request, context) -> CompletableFuture.completedFuture(handler.handle(request, context)));
    }

    /**
     * Sets who decides when the agent asks for permission, without holding a thread meanwhile. When the turn is cancelled,
     * the stage is cancelled if it is a future.
     *
     * @param handler gives a stage of the decision
     * @return this
     */
    public AcpClientBuilder onPermissionAsync(
            RequestHandler<RequestPermissionRequest, CompletionStage<RequestPermissionResponse>, RequestContext>
                    handler) {
        permissionHandler = handler;
        return this;
    }

    /**
     * Sets who reads text files for the agent, and advertises it. The handler decides which files may be read.
     *
     * @param handler reads
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/file-system#reading-files">the specification</a>
     */
    public AcpClientBuilder onReadTextFile(
            RequestHandler<ReadTextFileRequest, ReadTextFileResponse, RequestContext> handler) {
        return onRequest(Methods.FS_READ_TEXT_FILE, handler);
    }

    /**
     * Sets who writes text files for the agent, and advertises it. The handler decides which files may be written.
     *
     * @param handler writes
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/file-system#writing-files">the specification</a>
     */
    public AcpClientBuilder onWriteTextFile(
            RequestHandler<WriteTextFileRequest, WriteTextFileResponse, RequestContext> handler) {
        return onRequest(Methods.FS_WRITE_TEXT_FILE, handler);
    }

    /**
     * Sets who runs commands for the agent, and advertises it.
     *
     * @param handler runs them
     * @return this
     */
    public AcpClientBuilder onTerminal(TerminalHandler handler) {
        return onRequest(Methods.TERMINAL_CREATE, handler::create)
                .onRequest(Methods.TERMINAL_OUTPUT, handler::output)
                .onRequest(Methods.TERMINAL_WAIT_FOR_EXIT, handler::waitForExit)
                .onRequest(Methods.TERMINAL_KILL, handler::kill)
                .onRequest(Methods.TERMINAL_RELEASE, handler::release);
    }

    /**
     * Enables a service for the agent and advertises it. Handlers that are registered later replace those of the service.
     *
     * @param service the service; those of this library are in {@code io.acp4j.client.host}
     * @return this
     */
    public AcpClientBuilder host(HostService service) {
        service.register(this, hostLink);
        return this;
    }

    /**
     * Sets who has the user fill in forms, and advertises it; may wait for a person.
     *
     * @param handler asks; its thread is interrupted when the agent no longer wants the response
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#form-mode">the specification</a>
     */
    public AcpClientBuilder onFormElicitation(
            RequestHandler<FormElicitationRequest, CreateElicitationResponse, RequestContext> handler) {
        elicitations.forms(handler);
        return this;
    }

    /**
     * Sets who asks the user to visit web pages, and advertises it; may wait for a person. An acceptance means that the user
     * agreed, not that the visit is complete.
     *
     * @param handler asks; its thread is interrupted when the agent no longer wants the response
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#url-mode">the specification</a>
     */
    public AcpClientBuilder onUrlElicitation(
            RequestHandler<UrlElicitationRequest, CreateElicitationResponse, RequestContext> handler) {
        elicitations.urls(handler);
        return this;
    }

    /**
     * Sets who learns that a visit is complete; called once for each, and not for ids that are unknown.
     *
     * @param listener takes the id that the request carried
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#url-completion">the specification</a>
     */
    public AcpClientBuilder onElicitationComplete(Consumer<ElicitationId> listener) {
        elicitations.completed(listener);
        return this;
    }

    /**
     * Sets who learns that it has changed whether the user is authenticated. Agents that advertise {@code auth.status} tell
     * so; {@link UnstableCalls#authStatus} asks.
     *
     * @param listener takes the state, and the accounts for display
     * @return this
     * @see <a href="https://agentclientprotocol.com/rfds/get-auth-state">the specification</a>
     */
    @Unstable("auth-status")
    public AcpClientBuilder onAuthStatus(Consumer<AuthStatusUpdateNotification> listener) {
        Objects.requireNonNull(listener, "listener");
        return onNotification(Methods.AUTH_STATUS_UPDATE, (status, connection) -> listener.accept(status));
    }

    /**
     * Sets the handler of any method by hand, an extension for instance. It replaces what the methods above set, and then
     * does all of its duties itself.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method the method; one with {@link io.acp4j.schema.json.RawJson} as its types is served by hand entirely
     * @param handler serves its requests
     * @return this
     */
    public <P, R> AcpClientBuilder onRequest(RequestMethod<P, R> method, RequestHandler<P, R, RequestContext> handler) {
        handlers.onRequest(method, handler);
        return this;
    }

    /**
     * Sets the handler of any method by hand, without holding a thread until it responds.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method the method
     * @param handler serves its requests
     * @return this
     */
    public <P, R> AcpClientBuilder onRequestAsync(
            RequestMethod<P, R> method, AsyncRequestHandler<P, R, RequestContext> handler) {
        handlers.onRequestAsync(method, handler);
        return this;
    }

    /**
     * Sets the handler of any notification by hand. One for {@code session/update} takes all updates away from
     * {@link #onUpdate} and from sessions.
     *
     * @param <P> the type of the parameters
     * @param method the method
     * @param handler takes its notifications
     * @return this
     */
    public <P> AcpClientBuilder onNotification(
            NotificationMethod<P> method, NotificationHandler<P, Connection> handler) {
        handlers.onNotification(method, handler);
        return this;
    }

    /**
     * Sets what serves requests of methods without a handler.
     *
     * @param handler serves them
     * @return this
     */
    public AcpClientBuilder onOtherRequest(Handlers.RawRequestHandler handler) {
        handlers.onOtherRequest(handler::handle);
        return this;
    }

    /**
     * Sets what takes notifications without a handler.
     *
     * @param handler takes them
     * @return this
     */
    public AcpClientBuilder onOtherNotification(Handlers.RawNotificationHandler handler) {
        handlers.onOtherNotification(handler::handle);
        return this;
    }

    /**
     * Sets the directories in which listed sessions may be opened. They apply if the directories of a session are known only from the
     * agent's list: to {@link AcpClient#loadSession(SessionId)}, {@link AcpClient#forkSession(SessionId)} and
     * {@link AcpClient#attachSession}. The working directory and the additional directories of the session must be these directories or
     * below them, after links and {@code ..} have been resolved. Otherwise the session is refused with {@link SessionDirectoryException}.
     * Files and commands are served in the directories of a session, so an untrusted agent must not choose them.
     *
     * <p>By default, an agent that is {@linkplain Transport#isLocal() local} may list sessions in any directory. So may any other agent if
     * the client serves neither files nor terminals. Otherwise every listed session is refused.
     *
     * @param directories the directories; relative paths are resolved against the working directory of this program. An empty array refuses
     *     every listed session, and the root of a file system allows all directories on it
     * @return this
     */
    public AcpClientBuilder trustedSessionRoots(Path... directories) {
        trustedSessionRoots = Stream.of(directories).map(Path::toAbsolutePath).toList();
        return this;
    }

    /**
     * Sets the limits of the client. Default {@link ClientLimits#defaults()}.
     *
     * @param clientLimits the limits
     * @return this
     */
    public AcpClientBuilder limits(ClientLimits clientLimits) {
        limits = Objects.requireNonNull(clientLimits, "clientLimits");
        return this;
    }

    /**
     * Connects and waits until the agent has responded to {@code initialize}. When that fails, the connection is closed.
     *
     * @return the client, to be closed by the caller
     * @throws UnsupportedProtocolVersionException when the agent speaks another version of the protocol
     * @throws io.acp4j.rpc.AcpErrorException when the agent responds with an error
     * @throws io.acp4j.rpc.MalformedMessageException when the response is malformed
     * @throws io.acp4j.rpc.RequestTimeoutException when no response comes in time
     * @throws io.acp4j.rpc.RequestCancelledException when the calling thread is interrupted
     * @throws io.acp4j.rpc.ConnectionClosedException when the agent goes away before
     * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization">the specification</a>
     */
    public AcpClient connect() {
        return connecting().connect();
    }

    /**
     * The twin of {@link #connect()}.
     *
     * @return the client; the future fails with the exceptions of {@link #connect()}, and cancelling it closes the connection
     */
    public CompletableFuture<AcpClient> connectAsync() {
        return connecting().connectAsync();
    }

    private Connecting connecting() {
        return new Connecting(new ClientConfiguration(
                transport,
                handlers,
                hostLink,
                elicitations,
                options,
                info,
                meta,
                capabilities,
                updateListener,
                permissionHandler,
                transcripts,
                airForkDetection,
                versions,
                reconnection,
                trustedSessionRoots,
                limits,
                new CancellationPolicy(cancelTimeout, unconfirmed)));
    }
}
