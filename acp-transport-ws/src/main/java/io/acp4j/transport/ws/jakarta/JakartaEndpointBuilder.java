package io.acp4j.transport.ws.jakarta;

import io.acp4j.transport.ws.WsLimits;
import io.acp4j.transport.ws.internal.jakarta.EndpointConfigurator;
import io.acp4j.transport.ws.internal.jakarta.SessionSettings;
import io.acp4j.transport.ws.internal.jakarta.Threads;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Describes an endpoint that serves agents in a Jakarta container. Not safe for use by several threads at once.
 *
 * @since 0.1.0
 */
public final class JakartaEndpointBuilder {

    /** Where WebSockets are asked for, below the path of the application, unless stated otherwise. */
    public static final String DEFAULT_PATH = "/acp";

    private final Consumer<? super JakartaTransport> acceptor;
    private String path = DEFAULT_PATH;
    private WsLimits limits = WsLimits.defaults();
    private boolean requiresInitialize = true;
    private boolean refusesBinary;
    private final Set<String> allowedOrigins = new HashSet<>();
    private @Nullable List<String> subprotocols;
    private Executor executor = Threads.SHARED;

    JakartaEndpointBuilder(Consumer<? super JakartaTransport> acceptor) {
        this.acceptor = Objects.requireNonNull(acceptor, "acceptor");
    }

    /**
     * Sets the path of the endpoint, below that of the application.
     *
     * @param path starts with a slash; a URI template as {@code ServerEndpoint} has it
     * @return this builder
     */
    public JakartaEndpointBuilder path(String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("a path starts with /");
        }
        this.path = path;
        return this;
    }

    /**
     * Sets the limits of each connection. {@link WsLimits#maxFrameBytes} has no effect, because the container reads the frames. Its own
     * limit for frames may be lower. A Tyrus server accepts frames of up to 4 MiB unless its property {@code
     * org.glassfish.tyrus.incomingBufferSize} is set to a higher value. It closes the connection at a longer frame.
     *
     * @param limits the limits
     * @return this builder
     */
    public JakartaEndpointBuilder limits(WsLimits limits) {
        this.limits = Objects.requireNonNull(limits, "limits");
        return this;
    }

    /**
     * Refuses binary messages; unless refused, those that hold UTF-8 are read as text, and any other closes the connection
     * with 1003.
     *
     * @return this builder; a binary message then closes its connection with 1003
     */
    public JakartaEndpointBuilder refuseBinary() {
        this.refusesBinary = true;
        return this;
    }

    /** Takes any message first; for tests of what lies below the protocol. */
    JakartaEndpointBuilder anyFirstMessage() {
        this.requiresInitialize = false;
        return this;
    }

    /**
     * Lets web pages of some origins connect. Programs, which send no {@code Origin}, need not be named.
     *
     * @param origins such as {@code https://editor.example.com}; {@code *} for all
     * @return this builder
     */
    public JakartaEndpointBuilder allowedOrigins(String... origins) {
        for (String origin : origins) {
            allowedOrigins.add(origin.toLowerCase(Locale.ROOT));
        }
        return this;
    }

    /**
     * Sets the subprotocols that are agreed to; unless set, the first one that a client offers is.
     *
     * @param names their names
     * @return this builder
     */
    public JakartaEndpointBuilder subprotocols(String... names) {
        this.subprotocols = List.copyOf(Arrays.asList(names));
        return this;
    }

    /**
     * Sets where messages are delivered and the acceptor is called, such as the container's {@code ManagedExecutorService};
     * unless set, on threads that all endpoints and clients of this package share.
     *
     * @param executor must not run tasks on the thread that brings them, and needs a thread for each connection that is busy
     * @return this builder
     */
    public JakartaEndpointBuilder executor(Executor executor) {
        this.executor = Objects.requireNonNull(executor, "executor");
        return this;
    }

    /**
     * Describes the endpoint for a container.
     *
     * @return what to give to {@code ServerContainer.addEndpoint}, or to return from a {@code ServerApplicationConfig}
     */
    public ServerEndpointConfig build() {
        SessionSettings settings = new SessionSettings(limits, requiresInitialize, refusesBinary, executor);
        return ServerEndpointConfig.Builder.create(JakartaEndpoint.class, path)
                .configurator(new EndpointConfigurator(
                        () -> new JakartaEndpoint(acceptor, settings), Set.copyOf(allowedOrigins), subprotocols))
                .build();
    }
}
