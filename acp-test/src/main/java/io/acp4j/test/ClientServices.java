package io.acp4j.test;

import io.acp4j.rpc.Connection;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.rpc.internal.dialect.WireDialect;
import io.acp4j.rpc.internal.protocol.ProtocolHandlers;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.ElicitationCapabilities;
import io.acp4j.schema.init.FileSystemCapabilities;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.PermissionOptionKind;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.terminal.CreateTerminalRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link FakeClient} does for its agent: files, terminals, permissions, and what is served by hand; and how it introduces itself.
 * Safe for use by any number of threads.
 */
final class ClientServices {

    private final ProtocolHandlers.Builder handlers;
    private final Set<String> served = ConcurrentHashMap.newKeySet();
    private final List<Consumer<ProtocolHandlers.Builder>> byHand = new CopyOnWriteArrayList<>();
    private final List<RequestPermissionRequest> permissions = new CopyOnWriteArrayList<>();
    private final FakeFiles files = new FakeFiles();
    private volatile @Nullable FakeTerminals terminals;
    private volatile RequestHandler<RequestPermissionRequest, RequestPermissionResponse, RequestContext> decision =
            (request, context) -> RequestPermissionResponse.cancelled();

    /**
     * Creates what serves requests for permission only.
     *
     * @param handlers those of the connection; changed with what is added here
     */
    ClientServices(ProtocolHandlers.Builder handlers) {
        this.handlers = handlers;
        handlers.onRequest(Methods.SESSION_REQUEST_PERMISSION, this::permission);
    }

    private RequestPermissionResponse permission(RequestPermissionRequest request, RequestContext context)
            throws Exception {
        permissions.add(request);
        return decision.handle(request, context);
    }

    void file(String path, String content) {
        files.put(path, content);
        addFiles();
    }

    void addFiles() {
        served.add(Methods.FS_READ_TEXT_FILE.name());
        served.add(Methods.FS_WRITE_TEXT_FILE.name());
        files.addTo(handlers);
    }

    Map<String, String> fileContents() {
        return files.contents();
    }

    void onCommand(FakeCommand.Script script) {
        FakeTerminals added = new FakeTerminals(script);
        terminals = added;
        added.addTo(handlers);
        served.add(Methods.TERMINAL_CREATE.name());
    }

    List<CreateTerminalRequest> commands() {
        FakeTerminals known = terminals;
        return known == null ? List.of() : known.commands();
    }

    int openTerminals() {
        FakeTerminals known = terminals;
        return known == null ? 0 : known.open();
    }

    /** Chooses the first option of a kind; cancels where there is none. */
    void choose(PermissionOptionKind kind) {
        decision = (request, context) -> request.options().stream()
                .filter(option -> option.kind().equals(kind))
                .findFirst()
                .map(PermissionOption::optionId)
                .map(RequestPermissionResponse::selected)
                .orElseGet(RequestPermissionResponse::cancelled);
    }

    void decide(RequestHandler<RequestPermissionRequest, RequestPermissionResponse, RequestContext> handler) {
        decision = handler;
    }

    List<RequestPermissionRequest> permissions() {
        return List.copyOf(permissions);
    }

    <P, R> void onRequest(RequestMethod<P, R> method, RequestHandler<P, R, RequestContext> handler) {
        byHand.add(builder -> builder.onRequest(method, handler));
        served.add(method.name());
    }

    /** Opens the connection, with what has been added so far. */
    Connection connect(Transport transport, ProtocolVersion version, Duration limit) {
        if (SpokenVersions.isDraft(version)) {
            handlers.opensWith(initialize(version), response -> new WireDialect(WireVersion.V2, false, true));
        }
        byHand.forEach(each -> each.accept(handlers));
        return handlers.build().connect(transport, TimeLimits.of(limit));
    }

    private static RequestMethod<InitializeRequest, InitializeResponse> initialize(ProtocolVersion version) {
        return Objects.requireNonNull(
                Methods.INITIALIZE.in(SpokenVersions.isDraft(version) ? WireVersion.V2 : WireVersion.V1));
    }

    /**
     * Introduces the client to the agent.
     *
     * @param stated what it can do; null for what follows from what is served
     */
    InitializeResponse introduce(Connection started, ProtocolVersion version, @Nullable ClientCapabilities stated) {
        return started.request(
                initialize(version),
                InitializeRequest.builder(version)
                        .clientCapabilities(stated == null ? advertised() : stated)
                        .clientInfo(Implementation.of("fake-client", "1"))
                        .build());
    }

    private ClientCapabilities advertised() {
        ClientCapabilities.Builder derived = ClientCapabilities.builder()
                .fs(FileSystemCapabilities.of(
                        served.contains(Methods.FS_READ_TEXT_FILE.name()),
                        served.contains(Methods.FS_WRITE_TEXT_FILE.name())))
                .terminal(served.contains(Methods.TERMINAL_CREATE.name()));
        if (served.contains(Methods.ELICITATION_CREATE.name())) {
            derived.elicitation(ElicitationCapabilities.builder().form().build());
        }
        return derived.build();
    }
}
