package io.acp4j.transport.ws;

import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.transport.ws.internal.TrustFile;
import io.acp4j.transport.ws.internal.WsAddress;
import io.acp4j.transport.ws.internal.client.ClientConnector;
import io.acp4j.transport.ws.internal.client.ClientSettings;
import io.acp4j.transport.ws.internal.netty.Loops;
import io.acp4j.transport.ws.internal.netty.ProxyLogin;
import io.acp4j.transport.ws.internal.wire.WireSettings;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.ProxySelector;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Describes a server to connect to. May be connected with more than once, as after a loss; cookies that the server has set
 * are kept from one time to the next. Not safe for use by several threads at once.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/streamable-http-websocket-transport">the proposal that this follows</a>
 * @since 0.1.0
 */
public final class WsTransportBuilder {

    /** How long making a TCP connection may take unless stated otherwise: 10 seconds. */
    public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(10);

    /** How long TLS and the upgrade may take unless stated otherwise: 10 seconds. */
    public static final Duration DEFAULT_HANDSHAKE_TIMEOUT = Duration.ofSeconds(10);

    private final URI uri;
    private final HttpHeaders headers = new DefaultHttpHeaders();
    private CookieHandler cookies = new CookieManager();
    private List<String> subprotocols = List.of();
    private @Nullable ProxySelector proxies;
    private @Nullable ProxyLogin proxyLogin;
    private @Nullable SSLContext tls;
    private WsLimits limits = WsLimits.defaults();
    private boolean refusesBinary;
    private boolean compression;
    private Duration connectTimeout = DEFAULT_CONNECT_TIMEOUT;
    private Duration handshakeTimeout = DEFAULT_HANDSHAKE_TIMEOUT;
    private Supplier<Loops> loops = Loops::shared;

    WsTransportBuilder(URI uri) {
        this.uri = WsAddress.of(uri);
    }

    /**
     * Adds a header to the request.
     *
     * @param name its name
     * @param value its value
     * @return this builder
     */
    public WsTransportBuilder header(String name, String value) {
        headers.add(name, value);
        return this;
    }

    /**
     * Sends a token as {@code Authorization: Bearer …}. Over {@code ws://} anybody on the way can read it.
     *
     * @param token the token
     * @return this builder
     */
    public WsTransportBuilder bearerToken(String token) {
        headers.set(HttpHeaderNames.AUTHORIZATION, "Bearer " + Objects.requireNonNull(token, "token"));
        return this;
    }

    /**
     * Sets where cookies are kept; unless set, with this builder, in memory.
     *
     * @param cookies the store, which is asked with {@code http} and {@code https} addresses
     * @return this builder
     */
    public WsTransportBuilder cookies(CookieHandler cookies) {
        this.cookies = Objects.requireNonNull(cookies, "cookies");
        return this;
    }

    /**
     * Offers subprotocols; see {@link WsHandshake#subprotocol}.
     *
     * @param names their names, the preferred one first
     * @return this builder
     */
    public WsTransportBuilder subprotocols(String... names) {
        this.subprotocols = List.copyOf(Arrays.asList(names));
        return this;
    }

    /**
     * Connects by way of HTTP ({@code CONNECT}) or SOCKS 5 proxies; unless set, directly.
     *
     * @param selector tells the proxy; asked with the {@code http} or {@code https} form of the address
     * @return this builder
     */
    public WsTransportBuilder proxies(ProxySelector selector) {
        this.proxies = Objects.requireNonNull(selector, "selector");
        return this;
    }

    /**
     * Sets how to log in at proxies.
     *
     * @param user the user
     * @param password the password
     * @return this builder
     */
    public WsTransportBuilder proxyLogin(String user, String password) {
        this.proxyLogin = new ProxyLogin(user, password);
        return this;
    }

    /**
     * Sets whom to trust and which certificate to show over {@code wss://}; unless set, the JVM's default. The server's
     * certificate must be for the host of the address in any case.
     *
     * @param context the context
     * @return this builder
     */
    public WsTransportBuilder tls(SSLContext context) {
        this.tls = Objects.requireNonNull(context, "context");
        return this;
    }

    /**
     * Sets whom to trust over {@code wss://}: who is named in a file, and nobody else; in the place of {@link #tls}. Use it for a
     * certificate that no public authority has signed. The file is read at once.
     *
     * @param certificates a PEM file with the server's certificate, or with those of the authorities that have signed it
     * @return this builder
     * @throws IllegalArgumentException when the file cannot be read, or has no certificates
     */
    public WsTransportBuilder trust(Path certificates) {
        return tls(TrustFile.context(certificates));
    }

    /**
     * Sets the limits of the connection.
     *
     * @param limits the limits
     * @return this builder
     */
    public WsTransportBuilder limits(WsLimits limits) {
        this.limits = Objects.requireNonNull(limits, "limits");
        return this;
    }

    /**
     * Refuses binary messages; unless refused, those that hold UTF-8 are read as text, and any other closes the connection
     * with 1003.
     *
     * @return this builder; a binary message then closes the connection with 1003
     */
    public WsTransportBuilder refuseBinary() {
        this.refusesBinary = true;
        return this;
    }

    /**
     * Offers to compress messages (permessage-deflate); see {@link WsServerBuilder#compression} for what that costs.
     *
     * @return this builder
     */
    public WsTransportBuilder compression() {
        this.compression = true;
        return this;
    }

    /**
     * Sets how long making a TCP connection may take, by way of a proxy or directly.
     *
     * @param timeout at least 1 ms
     * @return this builder
     */
    public WsTransportBuilder connectTimeout(Duration timeout) {
        this.connectTimeout = positive(timeout, "connectTimeout");
        return this;
    }

    /**
     * Sets how long TLS and the upgrade may take.
     *
     * @param timeout at least 1 ms
     * @return this builder
     */
    public WsTransportBuilder handshakeTimeout(Duration timeout) {
        this.handshakeTimeout = positive(timeout, "handshakeTimeout");
        return this;
    }

    private static Duration positive(Duration timeout, String name) {
        if (timeout.toMillis() < 1 || timeout.toMillis() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    name + " " + DurationText.of(timeout) + " is not between 1 ms and 24 days");
        }
        return timeout;
    }

    /** Uses other threads than those that all clients share; each connection lets go of what this gives. */
    WsTransportBuilder loops(Supplier<Loops> supplier) {
        this.loops = supplier;
        return this;
    }

    /**
     * Connects and waits for the handshake.
     *
     * @return the transport, not yet started
     * @throws WsConnectException when the connection cannot be made; also when the thread is interrupted, which stays so
     * @throws IllegalStateException on a thread that connects, as one on which a listener is called may be
     */
    public WsTransport connect() {
        Loops held = loops.get();
        if (held.isLoop()) {
            held.release();
            throw new IllegalStateException(
                    "connect() would wait for the thread that it is called on; use connectAsync()");
        }
        CompletableFuture<WsTransport> connecting = connectAsync(held);
        try {
            return connecting.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof WsConnectException failure) {
                throw new WsConnectException(failure);
            }
            throw new WsConnectException(uri, "the connection failed", 0, e.getCause());
        } catch (CancellationException e) {
            throw new WsConnectException(uri, "cancelled", 0, e);
        } catch (InterruptedException e) {
            connecting.cancel(true);
            Thread.currentThread().interrupt();
            throw new WsConnectException(uri, "interrupted", 0, e);
        }
    }

    /**
     * Connects without waiting.
     *
     * @return the transport, not yet started, or a {@link WsConnectException}; cancelling gives the connection up
     */
    public CompletableFuture<WsTransport> connectAsync() {
        return connectAsync(loops.get());
    }

    private CompletableFuture<WsTransport> connectAsync(Loops held) {
        ClientSettings settings = new ClientSettings(
                uri,
                headers.copy(),
                cookies,
                subprotocols,
                proxies,
                proxyLogin,
                tls,
                new WireSettings(limits, false, refusesBinary),
                compression,
                connectTimeout,
                handshakeTimeout);
        return new ClientConnector<>(
                        settings, held, (transport, granted) -> new WsTransport(transport, new WsHandshake(granted)))
                .connect();
    }
}
