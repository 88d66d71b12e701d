package io.acp4j.client;

import io.acp4j.rpc.Connection;
import io.acp4j.rpc.Handlers;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.v1.Methods;
import io.acp4j.schema.v1.init.ClientCapabilities;
import io.acp4j.schema.v1.init.FileSystemCapabilities;
import io.acp4j.schema.v1.init.InitializeRequest;
import io.acp4j.schema.v1.init.InitializeResponse;
import io.acp4j.schema.v1.init.ProtocolVersion;
import io.acp4j.schema.v1.permission.RequestPermissionRequest;
import io.acp4j.schema.v1.permission.RequestPermissionResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Makes a client of what a builder describes: wires the handlers, opens the connection, initializes. */
final class Connecting {

    private static final ProtocolVersion VERSION = ProtocolVersion.V1;

    private static final List<RequestMethod<?, ?>> TERMINAL_METHODS = List.of(
            Methods.TERMINAL_CREATE,
            Methods.TERMINAL_OUTPUT,
            Methods.TERMINAL_WAIT_FOR_EXIT,
            Methods.TERMINAL_KILL,
            Methods.TERMINAL_RELEASE);

    private final AcpClientBuilder builder;
    private final AgentLink link = new AgentLink();
    private final DefaultAcpClient client;

    Connecting(AcpClientBuilder builder) {
        this.builder = builder;
        this.client = new DefaultAcpClient(
                link,
                builder.maxSessions,
                builder.maxEarlyUpdates,
                builder.maxListPages,
                builder.updateListener,
                builder.transcripts,
                builder.hostLink);
    }

    AcpClient connect() {
        return link.await(connectAsync(), "initialize");
    }

    CompletableFuture<AcpClient> connectAsync() {
        InitializeRequest request = new InitializeRequest(VERSION, advertised(), builder.info, builder.meta);
        Connection connection = open();
        link.opened(connection);
        var unused = connection.closed().thenRun(builder.hostLink::closed);
        CompletableFuture<InitializeResponse> answer;
        try {
            answer = connection.requestAsync(Methods.INITIALIZE, request);
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
            return handlers.connect(builder.transport, builder.options);
        } catch (RuntimeException e) {
            builder.transport.close();
            throw e;
        }
    }

    private AcpClient accept(InitializeResponse response) {
        if (!response.protocolVersion().equals(VERSION)) {
            link.connection().close();
            throw new UnsupportedProtocolVersionException(VERSION, response.protocolVersion());
        }
        link.initialized(response);
        return client;
    }

    /** Adds the handlers that belong to this library, unless the caller has taken their methods in hand. */
    private Handlers wired() {
        Handlers.Builder handlers = builder.handlers;
        if (!handlers.handles(Methods.SESSION_UPDATE.name())) {
            handlers.onNotification(Methods.SESSION_UPDATE, client.known()::update);
        }
        if (builder.permissionHandler != null && !handlers.handles(Methods.SESSION_REQUEST_PERMISSION.name())) {
            HostHandler<RequestPermissionRequest, CompletionStage<RequestPermissionResponse>> handler =
                    builder.permissionHandler;
            handlers.onRequestAsync(
                    Methods.SESSION_REQUEST_PERMISSION, (request, context) -> decide(handler, request, context));
        }
        if (builder.elicitations.areHandled()) {
            if (!handlers.handles(Methods.ELICITATION_CREATE.name())) {
                handlers.onRequestAsync(Methods.ELICITATION_CREATE, builder.elicitations::create);
            }
            if (!handlers.handles(Methods.ELICITATION_COMPLETE.name())) {
                handlers.onNotification(
                        Methods.ELICITATION_COMPLETE,
                        (notification, connection) -> builder.elicitations.complete(notification));
            }
        }
        return handlers.build();
    }

    private CompletionStage<RequestPermissionResponse> decide(
            HostHandler<RequestPermissionRequest, CompletionStage<RequestPermissionResponse>> handler,
            RequestPermissionRequest request,
            RequestContext context) {
        link.opened(context.connection());
        DefaultClientSession session = client.known().sight(request.sessionId());
        session.asksPermission(request.toolCall());
        SessionTurns turns = session.turns();
        if (turns.isCancelled()) {
            return CompletableFuture.completedFuture(RequestPermissionResponse.cancelled());
        }
        CompletableFuture<RequestPermissionResponse> answer = Asking.begin(handler, request, context);
        turns.add(answer);
        return answer;
    }

    private ClientCapabilities advertised() {
        ClientCapabilities base = builder.capabilities;
        FileSystemCapabilities fs = base.fs();
        boolean terminal = TERMINAL_METHODS.stream().allMatch(this::isHandled);
        return base.toBuilder()
                .fs(new FileSystemCapabilities(
                        fs.readTextFile() || isHandled(Methods.FS_READ_TEXT_FILE),
                        fs.writeTextFile() || isHandled(Methods.FS_WRITE_TEXT_FILE),
                        fs.meta(),
                        fs.extras()))
                .terminal(base.terminal() || terminal)
                .elicitation(builder.elicitations.advertise(base.elicitation()))
                .build();
    }

    private boolean isHandled(RequestMethod<?, ?> method) {
        return builder.handlers.handles(method.name());
    }
}
