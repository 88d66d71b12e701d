package io.acp4j.transport.http.internal.servlet;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.http.internal.server.Reply;
import io.acp4j.transport.ws.internal.PrincipalName;
import io.acp4j.transport.ws.jakarta.JakartaEndpoint;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Opens WebSockets on the servlet's path, where the container has them. */
final class WebSockets {

    /** Names the attribute under which a container has its WebSockets. */
    static final String CONTAINER = "jakarta.websocket.server.ServerContainer";

    private final ServletSettings settings;
    private final Executor workers;
    private final ServerContainer container;
    private final AtomicInteger open = new AtomicInteger();

    WebSockets(ServletSettings settings, Executor workers, ServletContext context) {
        this.settings = settings;
        this.workers = workers;
        this.container = (ServerContainer) Objects.requireNonNull(context.getAttribute(CONTAINER));
    }

    static boolean asksForOne(HttpServletRequest request) {
        return request.getMethod().equals("GET") && "websocket".equalsIgnoreCase(request.getHeader("Upgrade"));
    }

    int count() {
        return open.get();
    }

    /** Makes a WebSocket of a request, or returns why not. */
    @Nullable
    Reply upgrade(HttpServletRequest request, HttpServletResponse response, String principal)
            throws IOException, ServletException {
        if (open.get() >= settings.serving().maxConnections()) {
            return Reply.text(503, "there are too many connections; try again later")
                    .with("retry-after", "10");
        }
        ServerEndpointConfig endpoint = JakartaEndpoint.builder(this::accept)
                .limits(settings.webSocketLimits())
                .allowedOrigins(settings.allowedOrigins().toArray(String[]::new))
                .executor(workers)
                .build();
        endpoint.getUserProperties().put(PrincipalName.PROPERTY, principal);
        try {
            container.upgradeHttpToWebSocket(request, response, endpoint, Map.of());
        } catch (DeploymentException e) {
            throw new ServletException("the container cannot open a WebSocket: " + e.getMessage(), e);
        }
        return null;
    }

    private void accept(Transport transport) {
        open.incrementAndGet();
        var unused = transport.closed().thenRun(open::decrementAndGet);
        Consumer<? super Transport> acceptor = settings.serving().acceptor();
        acceptor.accept(transport);
    }
}
