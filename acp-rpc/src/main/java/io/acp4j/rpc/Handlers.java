package io.acp4j.rpc;

import io.acp4j.rpc.internal.protocol.ProtocolHandlers;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportListener.MessageLoss;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.json.RawJson;
import java.util.Set;
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

    private final ProtocolHandlers handlers;

    private Handlers(ProtocolHandlers handlers) {
        this.handlers = handlers;
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
        return handlers.methods();
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
        return handlers.connect(transport, options);
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

    /** Collects handlers. A later handler of a method replaces an earlier one. */
    public static final class Builder {

        private final ProtocolHandlers.Builder handlers = ProtocolHandlers.builder();

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
        public <P, R> Builder onRequest(RequestMethod<P, R> method, RequestHandler<P, R, RequestContext> handler) {
            handlers.onRequest(method, handler);
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
        public <P, R> Builder onRequestAsync(
                RequestMethod<P, R> method, AsyncRequestHandler<P, R, RequestContext> handler) {
            handlers.onRequestAsync(method, handler);
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
        public <P> Builder onNotification(NotificationMethod<P> method, NotificationHandler<P, Connection> handler) {
            handlers.onNotification(method, handler);
            return this;
        }

        /**
         * Sets what serves requests of any other method.
         *
         * @param handler serves them
         * @return this
         */
        public Builder onOtherRequest(RawRequestHandler handler) {
            handlers.onOtherRequest(handler::handle);
            return this;
        }

        /**
         * Sets what takes notifications of any other method.
         *
         * @param handler takes them
         * @return this
         */
        public Builder onOtherNotification(RawNotificationHandler handler) {
            handlers.onOtherNotification(handler::handle);
            return this;
        }

        /**
         * Sets the handler of message losses. A notification above the limit of the transport is lost, too. Without a handler, a loss is
         * only logged.
         *
         * <p>A loss keeps its place among the messages of its session. The handler is called after the handlers of all earlier
         * notifications of the session have returned, and before those of later ones.
         *
         * <p>A loss without a session may affect any session, and is reported once. It keeps its place only among the messages
         * without a session. Its order relative to the messages of sessions is not defined.
         *
         * @param handler handles losses that the transport reports
         * @return this
         */
        public Builder onMessageLoss(NotificationHandler<MessageLoss, Connection> handler) {
            handlers.onMessageLoss(handler::handle);
            return this;
        }

        /**
         * Makes the set of handlers.
         *
         * @return the handlers
         */
        public Handlers build() {
            return new Handlers(handlers.build());
        }
    }
}
