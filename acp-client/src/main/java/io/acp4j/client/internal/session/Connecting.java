package io.acp4j.client.internal.session;

import io.acp4j.client.AcpClient;
import io.acp4j.client.HostHandler;
import io.acp4j.client.UnsupportedProtocolVersionException;
import io.acp4j.client.internal.dialect.ForkDialects;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.Dialect;
import io.acp4j.rpc.Handlers;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestTimeoutException;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.FileSystemCapabilities;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Makes a client of what a builder describes: wires the handlers, opens the connection, initializes. */
public final class Connecting {

    private static final List<RequestMethod<?, ?>> TERMINAL_METHODS = List.of(
            Methods.TERMINAL_CREATE,
            Methods.TERMINAL_OUTPUT,
            Methods.TERMINAL_WAIT_FOR_EXIT,
            Methods.TERMINAL_KILL,
            Methods.TERMINAL_RELEASE);

    private final ClientConfiguration configuration;
    private final AgentLink link;
    private final DefaultAcpClient client;

    public Connecting(ClientConfiguration configuration) {
        this.configuration = configuration;
        this.link = new AgentLink(new ForkDialects(configuration.airForks()));
        this.client = new DefaultAcpClient(
                link,
                configuration.maxSessions(),
                configuration.maxEarlyUpdates(),
                configuration.maxEmptyListPages(),
                configuration.updateListener(),
                configuration.transcripts(),
                configuration.hostLink());
    }

    public AcpClient connect() {
        return link.await(connectAsync(), "initialize");
    }

    public CompletableFuture<AcpClient> connectAsync() {
        InitializeRequest request =
                new InitializeRequest(ProtocolVersion.NEWEST, advertised(), configuration.info(), configuration.meta());
        Connection connection = open();
        link.opened(connection);
        var unused = connection.closed().thenRun(configuration.hostLink()::closed);
        CompletableFuture<InitializeResponse> answer;
        try {
            answer = connection.requestAsync(Methods.INITIALIZE, request);
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
                    connection.close();
                    return link.thrown(failure);
                },
                connection::close);
    }

    private Connection open() {
        Handlers handlers = wired();
        try {
            return handlers.connect(configuration.transport(), configuration.options());
        } catch (RuntimeException e) {
            configuration.transport().close();
            throw e;
        }
    }

    private AcpClient accept(InitializeResponse response) {
        if (!ProtocolVersion.SUPPORTED.contains(response.protocolVersion())) {
            link.connection().close();
            throw new UnsupportedProtocolVersionException(ProtocolVersion.NEWEST, response.protocolVersion());
        }
        link.initialized(response);
        return client;
    }

    /** Adds the handlers that belong to this library, unless the caller has taken their methods in hand. */
    private Handlers wired() {
        Handlers.Builder handlers = configuration.handlers();
        // The messages of every version there is are as they are declared.
        handlers.opensWith(Methods.INITIALIZE, response -> Dialect.AS_DECLARED);
        if (!handlers.handles(Methods.SESSION_UPDATE.name())) {
            handlers.onNotification(Methods.SESSION_UPDATE, client.known()::update);
        }
        if (configuration.permissionHandler() != null && !handlers.handles(Methods.SESSION_REQUEST_PERMISSION.name())) {
            HostHandler<RequestPermissionRequest, CompletionStage<RequestPermissionResponse>> handler =
                    configuration.permissionHandler();
            handlers.onRequestAsync(
                    Methods.SESSION_REQUEST_PERMISSION, (request, context) -> decide(handler, request, context));
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

    private CompletionStage<RequestPermissionResponse> decide(
            HostHandler<RequestPermissionRequest, CompletionStage<RequestPermissionResponse>> handler,
            RequestPermissionRequest request,
            RequestContext context) {
        link.opened(context.connection());
        DefaultClientSession session = client.known().findOrAdd(request.sessionId());
        ToolCallUpdate call = request.toolCall();
        if (call != null) {
            session.asksPermission(call);
        }
        SessionTurns turns = session.turns();
        CompletableFuture<RequestPermissionResponse> cancelled = turns.cancelledResponse();
        if (cancelled != null) {
            return cancelled;
        }
        CompletableFuture<RequestPermissionResponse> answer = Asking.begin(handler, request, context);
        turns.add(answer);
        return answer;
    }

    private ClientCapabilities advertised() {
        ClientCapabilities base = configuration.capabilities();
        FileSystemCapabilities fs = base.fs();
        boolean terminal = TERMINAL_METHODS.stream().allMatch(this::isHandled);
        return base.toBuilder()
                .fs(new FileSystemCapabilities(
                        fs.readTextFile() || isHandled(Methods.FS_READ_TEXT_FILE),
                        fs.writeTextFile() || isHandled(Methods.FS_WRITE_TEXT_FILE),
                        fs.meta(),
                        fs.extras()))
                .terminal(base.terminal() || terminal)
                .elicitation(configuration.elicitations().advertise(base.elicitation()))
                .build();
    }

    private boolean isHandled(RequestMethod<?, ?> method) {
        return configuration.handlers().handles(method.name());
    }
}
