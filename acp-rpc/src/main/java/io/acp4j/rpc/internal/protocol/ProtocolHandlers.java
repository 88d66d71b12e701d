package io.acp4j.rpc.internal.protocol;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AsyncRequestHandler;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.NotificationHandler;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.rpc.internal.connection.Engine;
import io.acp4j.rpc.internal.dialect.Dialect;
import io.acp4j.rpc.internal.dialect.OrderedConnection;
import io.acp4j.rpc.internal.handler.MessageLossHandler;
import io.acp4j.rpc.internal.handler.NotificationFallback;
import io.acp4j.rpc.internal.handler.RequestFallback;
import io.acp4j.rpc.internal.handler.UnhandledCallListener;
import io.acp4j.rpc.internal.message.Opening;
import io.acp4j.rpc.internal.message.Routes;
import io.acp4j.rpc.internal.message.Routes.NotificationRoute;
import io.acp4j.rpc.internal.message.Routes.RequestRoute;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The handlers of a connection with a protocol: what {@code Handlers} contains, and how the connection is opened. Immutable. */
public final class ProtocolHandlers {

    private final Routes routes;

    private ProtocolHandlers(Routes routes) {
        this.routes = routes;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Returns the names of the methods with a handler. */
    public Set<String> methods() {
        Set<String> names = new TreeSet<>(routes.requests().keySet());
        names.addAll(routes.notifications().keySet());
        return names;
    }

    public OrderedConnection connect(Transport transport) {
        return connect(transport, ConnectionOptions.defaults());
    }

    /** Opens a connection, which reads at once. */
    public OrderedConnection connect(Transport transport, ConnectionOptions options) {
        return Engine.open(transport, routes, options);
    }

    private static <P, R> AsyncRequestHandler<P, R, RequestContext> completing(
            RequestHandler<P, R, RequestContext> handler) {
        return (params, context) -> CompletableFuture.completedFuture(handler.handle(params, context));
    }

    /** Collects handlers. A later handler of a method replaces an earlier one. */
    public static final class Builder {

        private final Map<String, RequestRoute<?, ?>> requests = new HashMap<>();
        private final Map<String, NotificationRoute<?>> notifications = new HashMap<>();
        private final Map<Dialect, Builder> inDialects = new HashMap<>();
        private @Nullable RequestFallback requestFallback;
        private @Nullable NotificationFallback notificationFallback;
        private UnhandledCallListener unhandled = UnhandledCallListener.NONE;
        private @Nullable MessageLossHandler lossHandler;
        private @Nullable Opening<?> openedBy;
        private @Nullable Opening<?> opensWith;

        private Builder() {}

        /** As {@code Handlers.Builder.onRequest}. */
        public <P, R> Builder onRequest(RequestMethod<P, R> method, RequestHandler<P, R, RequestContext> handler) {
            requests.put(method.name(), new RequestRoute<>(method, completing(handler), true));
            return this;
        }

        /** As {@code Handlers.Builder.onRequestAsync}. */
        public <P, R> Builder onRequestAsync(
                RequestMethod<P, R> method, AsyncRequestHandler<P, R, RequestContext> handler) {
            requests.put(method.name(), new RequestRoute<>(method, handler, false));
            return this;
        }

        /** As {@code Handlers.Builder.onNotification}. */
        public <P> Builder onNotification(NotificationMethod<P> method, NotificationHandler<P, Connection> handler) {
            notifications.put(method.name(), new NotificationRoute<>(method, handler));
            return this;
        }

        /** As {@code Handlers.Builder.onOtherRequest}. */
        public Builder onOtherRequest(RequestFallback handler) {
            requestFallback = handler;
            return this;
        }

        /** As {@code Handlers.Builder.onOtherNotification}. */
        public Builder onOtherNotification(NotificationFallback handler) {
            notificationFallback = handler;
            return this;
        }

        /** Sets the listener for calls without a handler. */
        public Builder onUnhandledCall(UnhandledCallListener listener) {
            unhandled = listener;
            return this;
        }

        /** As {@code Handlers.Builder.onMessageLoss}. */
        public Builder onMessageLoss(MessageLossHandler handler) {
            lossHandler = handler;
            return this;
        }

        /**
         * Requires that the peer opens the connection with a request. Before it, requests are refused with {@code data.reason} {@code
         * not_initialized}, and notifications are ignored. Later messages wait for its response. If that is an error, they are refused, too,
         * and the peer may try again. After a success, a further opening is refused with {@code already_initialized}, unless {@link
         * Dialect#takesRepeatedOpenings}; a repeated one that fails changes nothing. Cancellations and responses always pass.
         *
         * @param method the method of the request, which needs a handler
         * @param selection selects the dialect of everything after the request. Called by the reading thread as soon as the request has been
         *     decoded, so it must not block. An {@link AcpErrorException} is the response
         * @return this
         */
        public <P, R> Builder openedBy(RequestMethod<P, R> method, Function<? super P, Dialect> selection) {
            openedBy = new Opening<>(method, selection);
            return this;
        }

        /**
         * Selects a dialect when the request with which this side opens the connection succeeds. It applies to everything after the
         * response.
         *
         * @param method the method of the request
         * @param selection selects the dialect. Called by the reading thread as soon as the response has been decoded, so it must not block.
         *     If it throws, the request fails as with a malformed response
         * @return this
         */
        public <P, R> Builder opensWith(RequestMethod<P, R> method, Function<? super R, Dialect> selection) {
            opensWith = new Opening<>(method, selection);
            return this;
        }

        /** Sets handlers that replace others of the same name while the connection speaks a dialect. */
        public Builder in(Dialect dialect, Consumer<Builder> changes) {
            changes.accept(inDialects.computeIfAbsent(dialect, any -> new Builder()));
            return this;
        }

        /** Returns whether a method has a handler. */
        public boolean handles(String method) {
            return requests.containsKey(method) || notifications.containsKey(method);
        }

        public ProtocolHandlers build() {
            Map<Dialect, Routes> own = new HashMap<>();
            inDialects.forEach((dialect, builder) -> own.put(dialect, builder.routes(Map.of())));
            return new ProtocolHandlers(routes(own));
        }

        private Routes routes(Map<Dialect, Routes> own) {
            return new Routes(
                    requests,
                    notifications,
                    requestFallback,
                    notificationFallback,
                    unhandled,
                    lossHandler,
                    openedBy,
                    opensWith,
                    own);
        }
    }
}
