package io.acp4j.transport.ws.internal.client;

import io.acp4j.transport.ws.WsConnectException;
import io.acp4j.transport.ws.internal.Handshake;
import io.acp4j.transport.ws.internal.WireTransport;
import io.acp4j.transport.ws.internal.netty.Loops;
import io.acp4j.transport.ws.internal.netty.ProxyLogin;
import io.acp4j.transport.ws.internal.netty.ProxyRefusal;
import io.acp4j.transport.ws.internal.netty.Unwatched;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.websocketx.extensions.WebSocketClientExtensionHandler;
import io.netty.handler.codec.http.websocketx.extensions.compression.PerMessageDeflateClientExtensionHandshaker;
import io.netty.handler.codec.http.websocketx.extensions.compression.PerMessageDeflateServerExtensionHandshaker;
import io.netty.handler.proxy.HttpProxyHandler;
import io.netty.handler.proxy.ProxyHandler;
import io.netty.handler.proxy.Socks5ProxyHandler;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.resolver.NoopAddressResolverGroup;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Makes one connection to a server. */
public final class ClientConnector<T> {

    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(32 * 1024, 128 * 1024);
    private static final int MAX_LINE_BYTES = 8 * 1024;

    /** The splitter of long frames limits the input, and thus the output, of each decompression. */
    private static final int UNLIMITED = 0;

    private static final int MAX_HEADER_BYTES = 64 * 1024;

    /** How much of the content of a refusal is read at a time, to be thrown away. */
    private static final int MAX_CHUNK_BYTES = 8 * 1024;

    private static final int COMPRESSION_LEVEL = 6;
    private static final String PROXY = "proxy";

    private final ClientSettings settings;
    private final Loops loops;
    private final BiFunction<WireTransport, Handshake, T> opened;

    /**
     * Creates a connector.
     *
     * @param loops held by the caller for this connection; let go of when it has ended
     * @param opened makes what the caller gets of an open WebSocket
     */
    public ClientConnector(ClientSettings settings, Loops loops, BiFunction<WireTransport, Handshake, T> opened) {
        this.settings = settings;
        this.loops = loops;
        this.opened = opened;
    }

    /** Connects; names are looked up and files read on a thread that may wait for them. */
    public CompletableFuture<T> connect() {
        CompletableFuture<T> result = new CompletableFuture<>();
        loops.hold(); // A refused connection releases the threads that still have to complete the result.
        var unused = result.whenComplete((transport, failure) -> loops.release());
        loops.workers().execute(() -> begin(result));
        return result;
    }

    private void begin(CompletableFuture<T> result) {
        ClientHandshake<T> handshake;
        ChannelFuture connecting;
        try {
            Proxy proxy = proxy();
            SslContext tls = settings.isSecure() ? tls() : null;
            Map<String, List<String>> cookies = settings.cookies().get(settings.httpUri(), Map.of());
            handshake = new ClientHandshake<>(settings, loops, cookies, opened, result);
            connecting = bootstrap(handshake, proxy, tls).connect(address(proxy));
        } catch (IOException | RuntimeException e) {
            loops.release();
            result.completeExceptionally(
                    new WsConnectException(settings.uri(), "it could not be begun: " + e.getMessage(), 0, e));
            return;
        }
        var unused = connecting.addListener(done -> {
            if (!done.isSuccess()) {
                handshake.fail("no connection", 0, done.cause());
            }
        });
        Channel channel = connecting.channel();
        var unused2 = result.whenComplete((transport, failure) -> {
            if (failure != null) {
                Unwatched.ignore(channel.close());
            }
        });
    }

    private Bootstrap bootstrap(ClientHandshake<T> handshake, @Nullable Proxy proxy, @Nullable SslContext tls) {
        int connectMillis = Math.toIntExact(settings.connectTimeout().toMillis());
        Bootstrap bootstrap = new Bootstrap()
                .group(loops.group())
                .channelFactory(Loops.clientChannel())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectMillis)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        ChannelPipeline pipeline = channel.pipeline();
                        if (proxy != null) {
                            ProxyHandler first = handler(proxy);
                            first.setConnectTimeoutMillis(connectMillis);
                            pipeline.addLast(PROXY, first);
                            if (first instanceof HttpProxyHandler) {
                                pipeline.addBefore(PROXY, null, new ProxyRefusal());
                            }
                        }
                        if (tls != null) {
                            SslHandler second = tls.newHandler(channel.alloc(), settings.host(), settings.port());
                            second.setHandshakeTimeoutMillis(
                                    settings.handshakeTimeout().toMillis());
                            SSLParameters parameters = second.engine().getSSLParameters();
                            parameters.setEndpointIdentificationAlgorithm("HTTPS");
                            second.engine().setSSLParameters(parameters);
                            pipeline.addLast(second);
                        }
                        addHttp(pipeline, handshake);
                    }
                });
        return proxy == null ? bootstrap : bootstrap.resolver(NoopAddressResolverGroup.INSTANCE);
    }

    private void addHttp(ChannelPipeline pipeline, ClientHandshake<T> handshake) {
        pipeline.addLast(new HttpClientCodec(MAX_LINE_BYTES, MAX_HEADER_BYTES, MAX_CHUNK_BYTES));
        if (settings.compression()) {
            pipeline.addLast(new WebSocketClientExtensionHandler(new PerMessageDeflateClientExtensionHandshaker(
                    COMPRESSION_LEVEL,
                    true,
                    PerMessageDeflateServerExtensionHandshaker.MAX_WINDOW_SIZE,
                    true,
                    true,
                    UNLIMITED)));
        }
        pipeline.addLast(handshake);
    }

    private InetSocketAddress address(@Nullable Proxy proxy) {
        return proxy == null
                ? new InetSocketAddress(settings.host(), settings.port())
                : InetSocketAddress.createUnresolved(settings.host(), settings.port());
    }

    /** Finds the proxy to use; null when none is. */
    private @Nullable Proxy proxy() {
        ProxySelector selector = settings.proxies();
        if (selector == null) {
            return null;
        }
        for (Proxy proxy : selector.select(settings.httpUri())) {
            return proxy.type() == Proxy.Type.DIRECT ? null : proxy;
        }
        return null;
    }

    private ProxyHandler handler(Proxy proxy) {
        InetSocketAddress given = (InetSocketAddress) proxy.address();
        InetSocketAddress address =
                given.isUnresolved() ? new InetSocketAddress(given.getHostString(), given.getPort()) : given;
        ProxyLogin login = settings.proxyLogin();
        if (proxy.type() == Proxy.Type.SOCKS) {
            return login == null
                    ? new Socks5ProxyHandler(address)
                    : new Socks5ProxyHandler(address, login.user(), login.password());
        }
        return login == null
                ? new HttpProxyHandler(address)
                : new HttpProxyHandler(address, login.user(), login.password());
    }

    private SslContext tls() throws IOException {
        SSLContext given = settings.tls();
        return given == null
                ? SslContextBuilder.forClient().build()
                : new JdkSslContext(
                        given, true, null, IdentityCipherSuiteFilter.INSTANCE, null, ClientAuth.NONE, null, false);
    }
}
