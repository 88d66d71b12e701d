package io.acp4j.client.internal.session;

import io.acp4j.client.AcpClient;
import io.acp4j.client.UnsupportedProtocolVersionException;
import io.acp4j.client.internal.dialect.ForkDialects;
import io.acp4j.client.internal.host.ListedDirectories;
import io.acp4j.client.internal.permission.OfferedOptions;
import io.acp4j.client.internal.protocol.ClientProtocol;
import io.acp4j.client.internal.protocol.SessionTurns;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.rpc.RequestTimeoutException;
import io.acp4j.rpc.internal.dialect.Dialect;
import io.acp4j.rpc.internal.dialect.OrderedConnection;
import io.acp4j.rpc.internal.protocol.ProtocolHandlers;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.Method;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.branching.BranchingCapability;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.FileSystemCapabilities;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.update.ToolCallUpdate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a client of what a builder describes: wires the handlers, opens the connection, initializes. */
public final class Connecting {

    private static final Logger LOG = LoggerFactory.getLogger(Connecting.class);

    private static final List<RequestMethod<?, ?>> TERMINAL_METHODS = List.of(
            Methods.TERMINAL_CREATE,
            Methods.TERMINAL_OUTPUT,
            Methods.TERMINAL_WAIT_FOR_EXIT,
            Methods.TERMINAL_KILL,
            Methods.TERMINAL_RELEASE);

    private static final List<RequestMethod<?, ?>> FILE_METHODS =
            List.of(Methods.FS_READ_TEXT_FILE, Methods.FS_WRITE_TEXT_FILE);

    private final ClientConfiguration configuration;
    private final AgentLink link;
    private final DefaultAcpClient client;
    private final Negotiation negotiation;
    private volatile boolean cancelled;

    /** True after the warning about permission requests without a handler. */
    private final AtomicBoolean unhandledPermission = new AtomicBoolean();

    public Connecting(ClientConfiguration configuration) {
        this.configuration = configuration;
        this.negotiation = new Negotiation(configuration.versions());
        this.link = new AgentLink(new ForkDialects(configuration.airForkDetection()), Negotiation.UNNEGOTIATED);
        this.client = new DefaultAcpClient(
                link,
                configuration.limits(),
                listed(),
                configuration.updateListener(),
                configuration.transcripts(),
                configuration.hostLink(),
                configuration.cancellation());
    }

    /** Returns where the agent may list sessions that are opened there. */
    private ListedDirectories listed() {
        List<Path> named = configuration.trustedSessionRoots();
        if (named != null) {
            return ListedDirectories.in(named);
        }
        boolean serves =
                Stream.concat(TERMINAL_METHODS.stream(), FILE_METHODS.stream()).anyMatch(this::isHandled);
        return serves && !configuration.transport().isLocal()
                ? ListedDirectories.in(List.of())
                : ListedDirectories.ANYWHERE;
    }

    /** Returns whether a client can speak a version of the protocol. */
    public static boolean speaks(ProtocolVersion version) {
        return Negotiation.knows(version);
    }

    public AcpClient connect() {
        return link.await(connectAsync(), "initialize");
    }

    public CompletableFuture<AcpClient> connectAsync() {
        InitializeRequest about =
                new InitializeRequest(ProtocolVersion.NEWEST, advertised(), configuration.info(), configuration.meta());
        Connection connection = open(configuration.transport());
        link.opened(connection);
        CompletableFuture<InitializeResponse> answer;
        try {
            answer = ask(negotiation.newest(), about);
        } catch (ConnectionClosedException | RequestTimeoutException e) {
            // An agent may be gone before anything is sent; callers hear of it in one way, whenever that is.
            connection.close();
            return CompletableFuture.failedFuture(link.thrown(e));
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
        return ForwardingFuture.of(
                answer,
                this::accept,
                failure -> {
                    link.connection().close();
                    return link.thrown(failure);
                },
                () -> {
                    cancelled = true;
                    link.connection().close();
                });
    }

    /** What an agent has responded with, and which version it was asked for. */
    private record Answered(ClientProtocol asked, InitializeResponse response) {}

    private CompletableFuture<InitializeResponse> request(ClientProtocol asked, InitializeRequest about) {
        return link.connection().requestAsync(negotiation.method(asked), negotiation.params(asked, about));
    }

    /** Asks for a version, and for an older one when the agent wants that. */
    private CompletableFuture<InitializeResponse> ask(ClientProtocol asked, InitializeRequest about) {
        CompletableFuture<InitializeResponse> answer = request(asked, about);
        return negotiation.offersOneOnly()
                ? answer
                : answer.thenApply(response -> new Answered(asked, response))
                        .exceptionallyCompose(failure -> askAgain(asked, ForwardingFuture.unwrap(failure), about))
                        .thenCompose(answered -> chosen(answered, about));
    }

    private CompletableFuture<Answered> askAgain(ClientProtocol asked, Throwable failure, InitializeRequest about) {
        ClientProtocol older = negotiation.after(asked, failure);
        return older == null
                ? CompletableFuture.failedFuture(failure)
                : request(older, about).thenApply(response -> new Answered(older, response));
    }

    /** Takes the version that an agent has chosen, or asks for it again where the agent may have missed what is offered. */
    private CompletableFuture<InitializeResponse> chosen(Answered answered, InitializeRequest about) {
        InitializeResponse response = answered.response();
        ClientProtocol older = negotiation.offered(response.protocolVersion());
        if (older == null || older.equals(answered.asked()) || !offersServices(about.clientCapabilities())) {
            return CompletableFuture.completedFuture(response);
        }
        Transport.Factory again = configuration.reconnection();
        if (again == null) {
            LOG.warn(
                    "the agent speaks version {} of the protocol and was asked for version {}, which has no files and terminals of"
                            + " the client: it may not have noticed that they are offered. Set AcpClientBuilder.reconnection to"
                            + " connect again for them",
                    older.version(),
                    answered.asked().version());
            return CompletableFuture.completedFuture(response);
        }
        LOG.info(
                "the agent speaks version {} of the protocol; connecting again to offer it the client's files and terminals",
                older.version());
        return reconnect(again, older, about);
    }

    private static boolean offersServices(ClientCapabilities offered) {
        return offered.fs().readTextFile() || offered.fs().writeTextFile() || offered.terminal();
    }

    private CompletableFuture<InitializeResponse> reconnect(
            Transport.Factory again, ClientProtocol older, InitializeRequest about) {
        Connection first = link.connection();
        try {
            OrderedConnection second = open(again.open());
            link.reopened(second);
            first.close();
            if (cancelled) {
                second.close();
            }
            return request(older, about);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(
                    new AcpException("the agent cannot be connected to again, as its version makes necessary", e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return CompletableFuture.failedFuture(
                    new RequestCancelledException("interrupted while connecting to the agent again", e));
        }
    }

    private OrderedConnection open(Transport transport) {
        ProtocolHandlers handlers = wired();
        OrderedConnection opened;
        try {
            opened = handlers.connect(transport, configuration.options());
        } catch (RuntimeException e) {
            transport.close();
            throw e;
        }
        // Turns end with the input, as requests do. The end of the connection may wait for descendants of the agent.
        var unusedInput = opened.inputEnded().thenAccept(reason -> {
            if (!link.isReplaced(opened)) {
                client.known().connectionClosed(reason);
            }
        });
        var unused = opened.closed().thenAccept(reason -> {
            if (!link.isReplaced(opened)) {
                configuration.hostLink().closed();
            }
        });
        return opened;
    }

    private AcpClient accept(InitializeResponse response) {
        if (negotiation.offered(response.protocolVersion()) == null) {
            link.connection().close();
            throw new UnsupportedProtocolVersionException(negotiation.newest().version(), response.protocolVersion());
        }
        link.initialized(response);
        return client;
    }

    /** Selects how everything behind the response is read; called by the reading thread. */
    private Dialect select(InitializeResponse response) {
        ClientProtocol chosen = negotiation.offered(response.protocolVersion());
        if (chosen != null && !chosen.equals(link.protocol())) {
            link.speak(chosen);
            client.known().beginAnew();
        }
        return negotiation.dialect(response);
    }

    /** Adds the handlers that belong to this library, unless the caller has taken their methods in hand. */
    private ProtocolHandlers wired() {
        ProtocolHandlers.Builder handlers = configuration.handlers();
        handlers.opensWith(Methods.INITIALIZE, this::select);
        handlers.onMessageLoss(new MessageLossMarker(client.known()));
        if (!handlers.handles(Methods.SESSION_UPDATE.name())) {
            handlers.onNotification(Methods.SESSION_UPDATE, client.known()::update);
        }
        if (configuration.transcripts() != null && !handlers.handles(BranchMethods.MOVED.name())) {
            handlers.onNotification(BranchMethods.MOVED, client.known()::moved);
        }
        if (configuration.permissionHandler() != null && !handlers.handles(Methods.SESSION_REQUEST_PERMISSION.name())) {
            RequestHandler<RequestPermissionRequest, CompletionStage<RequestPermissionResponse>, RequestContext>
                    handler = configuration.permissionHandler();
            handlers.onRequestAsync(
                    Methods.SESSION_REQUEST_PERMISSION, (request, context) -> decide(handler, request, context));
        }
        if (configuration.permissionHandler() == null && !handlers.handles(Methods.SESSION_REQUEST_PERMISSION.name())) {
            handlers.onRequest(Methods.SESSION_REQUEST_PERMISSION, (request, context) -> unhandled());
        }
        if (configuration.elicitations().areHandled()) {
            if (!handlers.handles(Methods.ELICITATION_CREATE.name())) {
                handlers.onRequestAsync(Methods.ELICITATION_CREATE, configuration.elicitations()::create);
            }
            if (!handlers.handles(Methods.ELICITATION_COMPLETE.name())) {
                handlers.onNotification(
                        Methods.ELICITATION_COMPLETE,
                        (notification, connection) ->
                                configuration.elicitations().complete(notification));
            }
        }
        return handlers.build();
    }

    /** Responds to a permission request without a handler; an error response would end the turn of most agents. */
    private RequestPermissionResponse unhandled() {
        if (!unhandledPermission.getAndSet(true)) {
            LOG.warn("a permission request got the outcome cancelled, since no handler is set; set"
                    + " AcpClientBuilder.onPermission, or add a PermissionBroker with AcpClientBuilder.host");
        }
        return RequestPermissionResponse.cancelled();
    }

    private CompletionStage<RequestPermissionResponse> decide(
            RequestHandler<RequestPermissionRequest, CompletionStage<RequestPermissionResponse>, RequestContext>
                    handler,
            RequestPermissionRequest request,
            RequestContext context) {
        link.opened(context.connection());
        DefaultClientSession session = client.known().findOrAdd(request.sessionId());
        ToolCallUpdate call = request.toolCall();
        if (call != null) {
            session.asksPermission(call);
        }
        SessionTurns turns = session.turns();
        CompletableFuture<RequestPermissionResponse> cancelled = turns.cancelledResponse(request);
        if (cancelled != null) {
            return cancelled;
        }
        CompletableFuture<RequestPermissionResponse> answer =
                Asking.begin(handler, request, context, link.protocol().withdrawnPermission());
        turns.add(request, answer);
        return answer.thenApply(response -> OfferedOptions.unambiguous(request, response));
    }

    private ClientCapabilities advertised() {
        ClientCapabilities base = configuration.capabilities();
        FileSystemCapabilities fs = base.fs();
        boolean follows = configuration.transcripts() != null || isHandled(BranchMethods.MOVED);
        boolean terminal = TERMINAL_METHODS.stream().allMatch(this::isHandled);
        return base.toBuilder()
                .fs(new FileSystemCapabilities(
                        fs.readTextFile() || isHandled(Methods.FS_READ_TEXT_FILE),
                        fs.writeTextFile() || isHandled(Methods.FS_WRITE_TEXT_FILE),
                        fs.meta(),
                        fs.extras()))
                .terminal(base.terminal() || terminal)
                .elicitation(configuration.elicitations().advertise(base.elicitation()))
                .meta(
                        follows
                                ? BranchingCapability.of(List.of(BranchMethods.MOVED))
                                        .into(base.meta())
                                : base.meta())
                .build();
    }

    private boolean isHandled(Method<?> method) {
        return configuration.handlers().handles(method.name());
    }
}
