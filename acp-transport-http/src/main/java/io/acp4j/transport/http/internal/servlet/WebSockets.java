package io.acp4j.transport.http.internal.servlet;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.http.internal.server.Reply;
import io.acp4j.transport.ws.WsCloseReason;
import io.acp4j.transport.ws.internal.CloseCodes;
import io.acp4j.transport.ws.internal.OpenListener;
import io.acp4j.transport.ws.internal.PrincipalName;
import io.acp4j.transport.ws.internal.WireTransport;
import io.acp4j.transport.ws.jakarta.JakartaEndpoint;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens WebSockets on the servlet's path, where the container has them. */
final class WebSockets {

    private static final Logger LOG = LoggerFactory.getLogger(WebSockets.class);

    /** Names the attribute under which a container has its WebSockets. */
    static final String CONTAINER = "jakarta.websocket.server.ServerContainer";

    /** How long the container may take to open what it has agreed to: a client may be gone by then, of which nobody is told. */
    private static final int OPENING_SECONDS = 30;

    private final ServletSettings settings;
    private final Executor workers;
    private final ServerContainer container;
    private final Map<String, Integer> byPrincipal = new HashMap<>();
    private final Set<WireTransport> open = ConcurrentHashMap.newKeySet();
    private int count;
    private volatile boolean shutDown;

    WebSockets(ServletSettings settings, Executor workers, ServletContext context) {
        this.settings = settings;
        this.workers = workers;
        this.container = (ServerContainer) Objects.requireNonNull(context.getAttribute(CONTAINER));
    }

    static boolean asksForOne(HttpServletRequest request) {
        return request.getMethod().equals("GET") && "websocket".equalsIgnoreCase(request.getHeader("Upgrade"));
    }

    synchronized int count() {
        return count;
    }

    /** Makes a WebSocket of a request, or returns why not. */
    @Nullable
    Reply upgrade(HttpServletRequest request, HttpServletResponse response, String principal)
            throws IOException, ServletException {
        Reply refusal = reserve(principal);
        if (refusal != null) {
            return refusal;
        }
        CompletableFuture<Transport> opened = new CompletableFuture<>();
        var unused = opened.orTimeout(OPENING_SECONDS, TimeUnit.SECONDS)
                .thenCompose(Transport::closed)
                .whenComplete((closed, failure) -> release(principal));
        ServerEndpointConfig endpoint = JakartaEndpoint.builder(transport -> accept(transport, opened))
                .limits(settings.webSocketLimits())
                .allowedOrigins(settings.allowedOrigins().toArray(String[]::new))
                .executor(workers)
                .build();
        endpoint.getUserProperties().put(PrincipalName.PROPERTY, principal);
        endpoint.getUserProperties().put(OpenListener.PROPERTY, (OpenListener) this::enter);
        boolean upgraded = false;
        try {
            container.upgradeHttpToWebSocket(request, response, endpoint, Map.of());
            upgraded = response.getStatus() < HttpServletResponse.SC_BAD_REQUEST;
        } catch (IllegalStateException e) {
            // So says Jetty, with 500, of requests that are malformed.
            LOG.debug("The container has refused a request for a WebSocket", e);
            return Reply.text(400, "this request for a WebSocket is malformed");
        } catch (DeploymentException e) {
            throw new ServletException("the container cannot open a WebSocket: " + e.getMessage(), e);
        } finally {
            if (!upgraded) {
                opened.cancel(false);
            }
        }
        return null;
    }

    /** Counts a WebSocket in, or returns why there may not be another. */
    private synchronized @Nullable Reply reserve(String principal) {
        if (count >= settings.serving().maxConnections()) {
            return Reply.text(503, "there are too many connections; try again later")
                    .with("retry-after", "10");
        }
        if (!principal.isEmpty()
                && byPrincipal.getOrDefault(principal, 0) >= settings.serving().maxConnectionsPerPrincipal()) {
            return Reply.text(429, "you have too many connections; close some").with("retry-after", "10");
        }
        count++;
        byPrincipal.merge(principal, 1, Integer::sum);
        return null;
    }

    private synchronized void release(String principal) {
        count--;
        byPrincipal.computeIfPresent(principal, (same, open) -> open == 1 ? null : open - 1);
    }

    private void enter(WireTransport transport) {
        open.add(transport);
        transport.closed().whenComplete((reason, impossible) -> open.remove(transport));
        if (shutDown) {
            sendAway(transport);
        }
    }

    /** Closes all: those at once that wait for nothing, the others when they do, or after the grace period. */
    CompletionStage<Void> shutdown(Duration grace) {
        shutDown = true;
        CompletableFuture<?>[] ends = open.stream()
                .map(transport -> transport.closed().toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new);
        open.forEach(transport -> transport.whenQuiet(() -> sendAway(transport)));
        CompletableFuture.delayedExecutor(grace.toMillis(), TimeUnit.MILLISECONDS, workers)
                .execute(() -> open.forEach(WebSockets::sendAway));
        return CompletableFuture.allOf(ends);
    }

    private static void sendAway(WireTransport transport) {
        transport.close(
                WsCloseReason.local(CloseCodes.GOING_AWAY, WireTransport.SHUTTING_DOWN),
                CloseCodes.GOING_AWAY,
                WireTransport.SHUTTING_DOWN);
    }

    private void accept(Transport transport, CompletableFuture<Transport> opened) {
        if (!opened.complete(transport)) {
            throw new IllegalStateException(
                    "the container took longer than " + OPENING_SECONDS + " s to open a WebSocket");
        }
        Consumer<? super Transport> acceptor = settings.serving().acceptor();
        acceptor.accept(transport);
    }
}
