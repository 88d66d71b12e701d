package io.acp4j.rpc;

import io.acp4j.rpc.internal.connection.Engine;
import io.acp4j.rpc.internal.message.Opening;
import io.acp4j.rpc.internal.message.Routes;
import io.acp4j.rpc.internal.message.Routes.NotificationRoute;
import io.acp4j.rpc.internal.message.Routes.RequestRoute;
import io.acp4j.rpc.transport.MessageLoss;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.RawJson;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one end of a connection serves: a handler per method, and what happens to the rest. Immutable.
 *
 * <p>A request of a method without a handler goes to the fallback, and without a fallback gets error -32601; a
 * notification without a handler goes to the fallback or is ignored.
 *
 * @since 0.1.0
 */
public final class Handlers {

    private final Routes routes;

    private Handlers(Routes routes) {
        this.routes = routes;
    }

    /**
     * Starts an empty set of handlers.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Names the methods that are handled.
     *
     * @return their names, without those that only a fallback takes
     */
    public Set<String> methods() {
        Set<String> names = new TreeSet<>(routes.requests().keySet());
        names.addAll(routes.notifications().keySet());
        return names;
    }

    /**
     * Opens a connection with these handlers and the default options.
     *
     * @param transport an unused transport
     * @return the connection, already reading
     */
    public Connection connect(Transport transport) {
        return connect(transport, ConnectionOptions.defaults());
    }

    /**
     * Opens a connection with these handlers.
     *
     * @param transport an unused transport
     * @param options limits, time-outs and listeners
     * @return the connection, already reading
     */
    public Connection connect(Transport transport, ConnectionOptions options) {
        return Engine.open(transport, routes, options);
    }

    /** Serves requests whose methods have no handler. */
    @FunctionalInterface
    public interface RawRequestHandler {

        /**
         * Serves one request.
         *
         * @param method the method
         * @param params its parameters; null when it has none
         * @param context what is known about the request
         * @return the result
         * @throws Exception as {@link RequestHandler#handle}; {@link AcpErrorException#methodNotFound} declines
         */
        RawJson handle(String method, @Nullable RawJson params, RequestContext context) throws Exception;
    }

    /** Takes notifications whose methods have no handler. */
    @FunctionalInterface
    public interface RawNotificationHandler {

        /**
         * Takes one notification.
         *
         * @param method the method
         * @param params its parameters; null when it has none
         * @param connection the connection that it came on
         * @throws Exception if the handler fails; the failure is logged
         */
        void handle(String method, @Nullable RawJson params, Connection connection) throws Exception;
    }

    /** Handles losses of messages on a connection that continues. */
    @FunctionalInterface
    public interface MessageLossHandler {

        /**
         * Handles one loss. Called in the order of the session's messages, after the handlers of all earlier notifications of the session
         * have returned and before those of later ones. A loss without a session is reported once for each of the {@link #sessions()}.
         * Without such sessions, it is reported in the order of the messages without a session.
         *
         * @param loss the session and the cause
         * @param connection the connection on which messages were lost
         * @throws Exception if the handler fails; the failure is logged
         */
        void handle(MessageLoss loss, Connection connection) throws Exception;

        /**
         * Returns the sessions that a loss without a session may affect. Called by the reading thread, which it must not block.
         *
         * @return the IDs of the sessions; by default none
         */
        default Collection<SessionId> sessions() {
            return List.of();
        }
    }

    private static <P, R> AsyncRequestHandler<P, R> completing(RequestHandler<P, R> handler) {
        return (params, context) -> CompletableFuture.completedFuture(handler.handle(params, context));
    }

    /** Collects handlers. A later handler of a method replaces an earlier one. */
    public static final class Builder {

        private final Map<String, RequestRoute<?, ?>> requests = new HashMap<>();
        private final Map<String, NotificationRoute<?>> notifications = new HashMap<>();
        private final Map<Dialect, Builder> inDialects = new HashMap<>();
        private @Nullable RawRequestHandler requestFallback;
        private @Nullable RawNotificationHandler notificationFallback;
        private @Nullable MessageLossHandler lossHandler;
        private @Nullable Opening<?> openedBy;
        private @Nullable Opening<?> opensWith;

        private Builder() {}

        /**
         * Sets the handler of a method.
         *
         * @param <P> the type of the parameters
         * @param <R> the type of the result
         * @param method the method
         * @param handler serves its requests
         * @return this
         */
        public <P, R> Builder onRequest(RequestMethod<P, R> method, RequestHandler<P, R> handler) {
            requests.put(method.name(), new RequestRoute<>(method, completing(handler), true));
            return this;
        }

        /**
         * Sets the handler of a method.
         *
         * @param <P> the type of the parameters
         * @param <R> the type of the result
         * @param method the method
         * @param handler serves its requests without holding a thread
         * @return this
         */
        public <P, R> Builder onRequestAsync(RequestMethod<P, R> method, AsyncRequestHandler<P, R> handler) {
            requests.put(method.name(), new RequestRoute<>(method, handler, false));
            return this;
        }

        /**
         * Sets the handler of a notification.
         *
         * @param <P> the type of the parameters
         * @param method the method
         * @param handler takes its notifications
         * @return this
         */
        public <P> Builder onNotification(NotificationMethod<P> method, NotificationHandler<P> handler) {
            notifications.put(method.name(), new NotificationRoute<>(method, handler));
            return this;
        }

        /**
         * Sets what serves requests of any other method.
         *
         * @param handler serves them
         * @return this
         */
        public Builder onOtherRequest(RawRequestHandler handler) {
            requestFallback = handler;
            return this;
        }

        /**
         * Sets what takes notifications of any other method.
         *
         * @param handler takes them
         * @return this
         */
        public Builder onOtherNotification(RawNotificationHandler handler) {
            notificationFallback = handler;
            return this;
        }

        /**
         * Sets the handler of message losses. A notification above the limit of the transport is lost, too. Without a handler, a loss is
         * only logged.
         *
         * @param handler handles losses that the transport reports
         * @return this
         */
        public Builder onMessageLoss(MessageLossHandler handler) {
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
        public Handlers build() {
            Map<Dialect, Routes> own = new HashMap<>();
            inDialects.forEach((dialect, builder) -> own.put(dialect, builder.routes(Map.of())));
            return new Handlers(routes(own));
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
