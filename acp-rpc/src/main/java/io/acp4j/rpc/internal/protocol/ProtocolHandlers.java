package io.acp4j.rpc.internal.protocol;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AsyncRequestHandler;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.Handlers;
import io.acp4j.rpc.NotificationHandler;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.rpc.internal.connection.Engine;
import io.acp4j.rpc.internal.dialect.Dialect;
import io.acp4j.rpc.internal.dialect.OrderedConnection;
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

/** The handlers of a connection with a protocol: what {@link Handlers} contains, and how the connection is opened. Immutable. */
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
        private Handlers.@Nullable RawRequestHandler requestFallback;
        private Handlers.@Nullable RawNotificationHandler notificationFallback;
        private Handlers.@Nullable MessageLossHandler lossHandler;
        private @Nullable Opening<?> openedBy;
        private @Nullable Opening<?> opensWith;

        private Builder() {}

        /** As {@link Handlers.Builder#onRequest}. */
        public <P, R> Builder onRequest(RequestMethod<P, R> method, RequestHandler<P, R, RequestContext> handler) {
            requests.put(method.name(), new RequestRoute<>(method, completing(handler), true));
            return this;
        }

        /** As {@link Handlers.Builder#onRequestAsync}. */
        public <P, R> Builder onRequestAsync(RequestMethod<P, R> method, AsyncRequestHandler<P, R, RequestContext> handler) {
            requests.put(method.name(), new RequestRoute<>(method, handler, false));
            return this;
        }

        /** As {@link Handlers.Builder#onNotification}. */
        public <P> Builder onNotification(NotificationMethod<P> method, NotificationHandler<P, Connection> handler) {
            notifications.put(method.name(), new NotificationRoute<>(method, handler));
            return this;
        }

        /** As {@link Handlers.Builder#onOtherRequest}. */
        public Builder onOtherRequest(Handlers.RawRequestHandler handler) {
            requestFallback = handler;
            return this;
        }

        /** As {@link Handlers.Builder#onOtherNotification}. */
        public Builder onOtherNotification(Handlers.RawNotificationHandler handler) {
            notificationFallback = handler;
            return this;
        }

        /** As {@link Handlers.Builder#onMessageLoss}. */
        public Builder onMessageLoss(Handlers.MessageLossHandler handler) {
            lossHandler = handler;
            return this;
        }

        /**
         * Requires that the peer opens the connection with a request. Until it has been sent, requests are refused with
         * {@code data.reason} {@code not_initialized} and notifications ignored. What comes behind it waits for its response
         * and is refused, too, if that is an error, after which the peer may try again; once it has succeeded, a further one is
         * refused with {@code already_initialized}, unless {@link Dialect#takesRepeatedOpenings}. One that is repeated and fails
         * changes nothing. Cancellations and responses always pass.
         *
         * @param <P> the type of the parameters
         * @param <R> the type of the result
         * @param method the method of the request, which needs a handler
         * @param selection selects the dialect of all that comes behind the request and of what is sent from then on; called by
         *     the reading thread as soon as the request has been decoded, so it must not block; an {@link AcpErrorException} of
         *     it is the response
         * @return this
         */
        public <P, R> Builder openedBy(RequestMethod<P, R> method, Function<? super P, Dialect> selection) {
            openedBy = new Opening<>(method, selection);
            return this;
        }

        /**
         * Selects a dialect when a request of this side succeeds with which it opens the connection: for all that comes behind
         * the response and what is sent once it has come.
         *
         * @param <P> the type of the parameters
         * @param <R> the type of the result
         * @param method the method of the request
         * @param selection selects the dialect; called by the reading thread as soon as the response has been decoded, so it must
         *     not block; when it throws, the request fails as with a malformed response
         * @return this
         */
        public <P, R> Builder opensWith(RequestMethod<P, R> method, Function<? super R, Dialect> selection) {
            opensWith = new Opening<>(method, selection);
            return this;
        }

        /**
         * Sets handlers that a connection has only while it speaks a dialect; there they take the place of others of the same
         * name. They name methods of the vocabulary, or methods that only the dialect has.
         *
         * @param dialect the dialect
         * @param changes sets the handlers
         * @return this
         */
        public Builder in(Dialect dialect, Consumer<Builder> changes) {
            changes.accept(inDialects.computeIfAbsent(dialect, any -> new Builder()));
            return this;
        }

        /**
         * Returns whether a method has a handler.
         *
         * @param method its name
         * @return true when it has
         */
        public boolean handles(String method) {
            return requests.containsKey(method) || notifications.containsKey(method);
        }

        /**
         * Makes the set of handlers.
         *
         * @return the handlers
         */
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
                    lossHandler,
                    openedBy,
                    opensWith,
                    own);
        }
    }
}
