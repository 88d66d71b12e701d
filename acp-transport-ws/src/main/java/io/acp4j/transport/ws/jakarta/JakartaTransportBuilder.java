package io.acp4j.transport.ws.jakarta;

import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.transport.ws.WsConnectException;
import io.acp4j.transport.ws.WsLimits;
import io.acp4j.transport.ws.internal.WsAddress;
import io.acp4j.transport.ws.internal.jakarta.ClientConfigurator;
import io.acp4j.transport.ws.internal.jakarta.ClientEndpoint;
import io.acp4j.transport.ws.internal.jakarta.FailedConnection;
import io.acp4j.transport.ws.internal.jakarta.SessionSettings;
import io.acp4j.transport.ws.internal.jakarta.Threads;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.ContainerProvider;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Session;
import jakarta.websocket.WebSocketContainer;
import java.io.IOException;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Describes a server to connect to with the container of this JVM. May be connected with more than once, as after a loss;
 * cookies that the server has set are kept from one time to the next. Not safe for use by several threads at once.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/streamable-http-websocket-transport">the proposal that this follows</a>
 * @since 0.1.0
 */
public final class JakartaTransportBuilder {

    /** How long connecting may take, handshakes included, unless stated otherwise: 20 seconds. */
    public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(20);

    /** Property of an endpoint's configuration: the maximum size of a frame that Tyrus can receive, in bytes. */
    private static final String TYRUS_BUFFER = "weblogic.websocket.tyrus.incoming-buffer-size";

    private static final int TYRUS_BUFFER_BYTES = 4 * 1024 * 1024;

    private final URI uri;
    private final HttpHeaders headers = new DefaultHttpHeaders();
    private CookieHandler cookies = new CookieManager();
    private List<String> subprotocols = List.of();
    private @Nullable WebSocketContainer container;
    private @Nullable SSLContext tls;
    private WsLimits limits = WsLimits.defaults();
    private boolean refusesBinary;
    private Duration connectTimeout = DEFAULT_CONNECT_TIMEOUT;
    private Executor executor = Threads.SHARED;

    JakartaTransportBuilder(URI uri) {
        this.uri = WsAddress.of(uri);
    }

    /**
     * Sets the container to connect with; unless set, the one that {@code ContainerProvider} finds.
     *
     * @param container the container
     * @return this builder
     */
    public JakartaTransportBuilder container(WebSocketContainer container) {
        this.container = Objects.requireNonNull(container, "container");
        return this;
    }

    /**
     * Adds a header to the request.
     *
     * @param name its name
     * @param value its value
     * @return this builder
     */
    public JakartaTransportBuilder header(String name, String value) {
        headers.add(name, value);
        return this;
    }

    /**
     * Sends a token as {@code Authorization: Bearer …}. Over {@code ws://} anybody on the way can read it.
     *
     * @param token the token
     * @return this builder
     */
    public JakartaTransportBuilder bearerToken(String token) {
        headers.set(HttpHeaderNames.AUTHORIZATION, "Bearer " + Objects.requireNonNull(token, "token"));
        return this;
    }

    /**
     * Sets where cookies are kept; unless set, with this builder, in memory.
     *
     * @param cookies the store, which is asked with {@code http} and {@code https} addresses
     * @return this builder
     */
    public JakartaTransportBuilder cookies(CookieHandler cookies) {
        this.cookies = Objects.requireNonNull(cookies, "cookies");
        return this;
    }

    /**
     * Offers subprotocols; see {@code Session.getNegotiatedSubprotocol}.
     *
     * @param names their names, the preferred one first
     * @return this builder
     */
    public JakartaTransportBuilder subprotocols(String... names) {
        this.subprotocols = List.copyOf(Arrays.asList(names));
        return this;
    }

    /**
     * Sets whom to trust and which certificate to show over {@code wss://}; unless set, as the container has it.
     *
     * @param context the context
     * @return this builder
     */
    public JakartaTransportBuilder tls(SSLContext context) {
        this.tls = Objects.requireNonNull(context, "context");
        return this;
    }

    /**
     * Sets the limits of the connection. {@link WsLimits#maxFrameBytes} has no effect, because the container reads the frames. Tyrus accepts
     * frames of up to twice {@link WsLimits#maxMessageBytes}, but at least 4 MiB, regardless of the container's properties.
     *
     * @param limits the limits
     * @return this builder
     */
    public JakartaTransportBuilder limits(WsLimits limits) {
        this.limits = Objects.requireNonNull(limits, "limits");
        return this;
    }

    /**
     * Refuses binary messages; unless refused, those that hold UTF-8 are read as text, and any other closes the connection
     * with 1003.
     *
     * @return this builder; a binary message then closes the connection with 1003
     */
    public JakartaTransportBuilder refuseBinary() {
        this.refusesBinary = true;
        return this;
    }

    /**
     * Sets how long connecting may take, handshakes included.
     *
     * @param timeout at least 1 ms
     * @return this builder
     */
    public JakartaTransportBuilder connectTimeout(Duration timeout) {
        if (timeout.toMillis() < 1) {
            throw new IllegalArgumentException("connectTimeout " + DurationText.of(timeout) + " is less than 1 ms");
        }
        this.connectTimeout = timeout;
        return this;
    }

    /**
     * Sets where messages are delivered, and connections made; unless set, on threads that all endpoints and clients of this
     * package share.
     *
     * @param executor must not run tasks on the thread that brings them, and needs a thread for each connection that is busy
     * @return this builder
     */
    public JakartaTransportBuilder executor(Executor executor) {
        this.executor = Objects.requireNonNull(executor, "executor");
        return this;
    }

    /**
     * Connects and waits for the handshake. What an exception can say of a server that declines depends on the container: Tyrus tells the
     * status, but not where a redirect leads; it ends at the first interim response (1xx), and takes a response of HTTP/1.0.
     *
     * @return the transport, not yet started
     * @throws WsConnectException when the connection cannot be made; also when the thread is interrupted, which stays so
     */
    public JakartaTransport connect() {
        CompletableFuture<JakartaTransport> connecting = connectAsync();
        try {
            return connecting.get(connectTimeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            FailedConnection failed = FailedConnection.of(cause);
            throw new WsConnectException(uri, failed.problem(), failed.status(), cause);
        } catch (TimeoutException e) {
            connecting.cancel(true);
            throw new WsConnectException(uri, "no WebSocket within " + DurationText.of(connectTimeout), 0, null);
        } catch (InterruptedException e) {
            connecting.cancel(true);
            Thread.currentThread().interrupt();
            throw new WsConnectException(uri, "interrupted", 0, e);
        }
    }

    /** Containers wait for the handshake, so that somebody else has to when there is a limit. */
    private CompletableFuture<JakartaTransport> connectAsync() {
        URI httpUri = URI.create("http" + uri.toString().substring(2));
        ClientConfigurator configurator = new ClientConfigurator(httpUri, copyOfHeaders(), cookies);
        ClientEndpointConfig config = ClientEndpointConfig.Builder.create()
                .configurator(configurator)
                .preferredSubprotocols(subprotocols)
                .sslContext(tls)
                .build();
        config.getUserProperties().put(TYRUS_BUFFER, tyrusBufferBytes());
        ClientEndpoint endpoint = new ClientEndpoint(new SessionSettings(limits, false, refusesBinary, executor));
        WebSocketContainer given = container;
        CompletableFuture<JakartaTransport> result = new CompletableFuture<>();
        executor.execute(() -> {
            try {
                WebSocketContainer with = given == null ? ContainerProvider.getWebSocketContainer() : given;
                Session session = with.connectToServer(endpoint, config, uri);
                JakartaTransport opened =
                        new JakartaTransport(endpoint.opened().transport(), session, configurator.connectionId());
                if (!result.complete(opened)) {
                    opened.close();
                }
            } catch (DeploymentException | IOException | RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    /** A slightly oversize frame must fit, so that its message can be skipped. */
    private Integer tyrusBufferBytes() {
        return (int) Math.max(TYRUS_BUFFER_BYTES, Math.min(2L * limits.maxMessageBytes(), 1 << 30));
    }

    private Map<String, List<String>> copyOfHeaders() {
        Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.names().forEach(name -> copy.put(name, List.copyOf(headers.getAll(name))));
        return copy;
    }
}
