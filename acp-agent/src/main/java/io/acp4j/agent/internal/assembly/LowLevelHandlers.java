package io.acp4j.agent.internal.assembly;

import io.acp4j.agent.AgentConnection;
import io.acp4j.agent.internal.connection.AgentHandlers;
import io.acp4j.agent.internal.connection.LowLevelRoute;
import io.acp4j.rpc.AsyncRequestHandler;
import io.acp4j.rpc.NotificationHandler;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.method.Methods;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Adds handlers of whole methods, and remembers which methods this library must not serve any more. */
public final class LowLevelHandlers {

    private final AgentHandlers handlers;
    private boolean prompt;
    private boolean initialize;

    LowLevelHandlers(AgentHandlers handlers) {
        this.handlers = handlers;
    }

    /** Adds a handler that may hold a thread. */
    public <P, R> void onRequest(RequestMethod<P, R> method, RequestHandler<P, R, RequestContext> handler) {
        Objects.requireNonNull(handler, "handler");
        if (isInitialize(method)) {
            onRequestAsync(
                    method, (params, context) -> CompletableFuture.completedFuture(handler.handle(params, context)));
        } else {
            add(method, (routes, connection) -> routes.onRequest(method, connection.served(handler)));
        }
    }

    /** Adds a handler that holds no thread. */
    public <P, R> void onRequestAsync(RequestMethod<P, R> method, AsyncRequestHandler<P, R, RequestContext> handler) {
        Objects.requireNonNull(handler, "handler");
        add(
                method,
                (routes, connection) -> routes.onRequestAsync(
                        method,
                        isInitialize(method) ? connection.introducing(handler) : connection.servedAsync(handler)));
    }

    /** Adds a handler of notifications. */
    public <P> void onNotification(
            NotificationMethod<P> method, NotificationHandler<P, ? super AgentConnection> handler) {
        Objects.requireNonNull(handler, "handler");
        handlers.lowLevel.add((routes, connection) -> routes.onNotification(method, connection.taken(handler)));
    }

    boolean handlePrompts() {
        return prompt;
    }

    boolean handleInitialize() {
        return initialize;
    }

    private void add(RequestMethod<?, ?> method, LowLevelRoute route) {
        initialize |= isInitialize(method);
        prompt |= method.name().equals(Methods.SESSION_PROMPT.name());
        handlers.lowLevel.add(route);
    }

    private static boolean isInitialize(RequestMethod<?, ?> method) {
        return method.name().equals(Methods.INITIALIZE.name());
    }
}
