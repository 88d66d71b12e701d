package io.acp4j.transport.ws;

import io.acp4j.transport.ws.internal.WireTransport;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshaker13;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketHandshakeException;
import io.netty.handler.codec.http.websocketx.WebSocketVersion;
import io.netty.handler.codec.http.websocketx.extensions.WebSocketExtensionEncoder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks for a WebSocket on a new connection and takes the answer. */
final class ClientHandshake extends SimpleChannelInboundHandler<FullHttpResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(ClientHandshake.class);

    private final ClientSettings settings;
    private final Loops loops;
    private final CompletableFuture<WsTransport> result;
    private final WebSocketClientHandshaker handshaker;
    private @Nullable Future<?> timeout;
    private final AtomicBoolean hasFailed = new AtomicBoolean();
    private boolean upgraded;

    /**
     * Creates the handshake of one connection.
     *
     * @param cookies headers with the cookies to send
     * @param result completed with the transport, or with the reason why there is none
     */
    ClientHandshake(
            ClientSettings settings,
            Loops loops,
            Map<String, List<String>> cookies,
            CompletableFuture<WsTransport> result) {
        this.settings = settings;
        this.loops = loops;
        this.result = result;
        HttpHeaders headers = settings.headers().copy();
        cookies.forEach((name, values) -> {
            if (!values.isEmpty()) {
                headers.set(name, String.join("; ", values));
            }
        });
        this.handshaker = new Handshaker(settings, headers);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        timeout = ctx.executor()
                .schedule(
                        () -> fail("no WebSocket within " + settings.handshakeTimeout(), 0, null),
                        settings.handshakeTimeout().toMillis(),
                        TimeUnit.MILLISECONDS);
        if (!settings.isSecure()) {
            ask(ctx);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent tls) {
            if (tls.isSuccess()) {
                ask(ctx);
            } else {
                fail("no trusted TLS connection", 0, tls.cause());
            }
        }
        ctx.fireUserEventTriggered(event);
    }

    private void ask(ChannelHandlerContext ctx) {
        var unused = handshaker.handshake(ctx.channel()).addListener(done -> {
            if (!done.isSuccess()) {
                fail("the request could not be sent", 0, done.cause());
            }
        });
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpResponse response) {
        keepCookies(response);
        int status = response.status().code();
        if (!response.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS)) {
            fail(response.decoderResult().isSuccess() ? "declined with " + status : "no HTTP answer", status, null);
            return;
        }
        Channel channel = ctx.channel();
        try {
            handshaker.finishHandshake(channel, response);
        } catch (WebSocketHandshakeException e) {
            fail("the server's answer opens no WebSocket: " + e.getMessage(), status, e);
            return;
        }
        upgraded = true;
        boolean compressing = channel.pipeline().get(WebSocketExtensionEncoder.class) != null;
        NettyWire wire = new NettyWire(channel, settings.wire(), false, compressing, loops.workers());
        wire.join();
        ctx.pipeline().remove(this);
        WireTransport transport = wire.transport();
        transport.closed().whenComplete((reason, impossible) -> loops.release());
        WsHandshake granted = new WsHandshake(
                (InetSocketAddress) channel.remoteAddress(),
                settings.uri().getRawPath(),
                HeaderNames.byLowerCaseName(response.headers()),
                response.headers().get(HeaderNames.CONNECTION_ID),
                handshaker.actualSubprotocol(),
                tlsPeer(channel));
        WsTransport opened = new WsTransport(transport, granted);
        loops.workers().execute(() -> {
            if (!result.complete(opened)) {
                opened.close();
            }
        });
    }

    private void keepCookies(FullHttpResponse response) {
        List<String> set = response.headers().getAll(HttpHeaderNames.SET_COOKIE);
        try {
            settings.cookies().put(settings.httpUri(), Map.of("Set-Cookie", set));
        } catch (IOException | RuntimeException e) {
            LOG.warn("Cookies could not be kept", e);
        }
    }

    private static @Nullable Principal tlsPeer(Channel channel) {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        try {
            return tls == null ? null : tls.engine().getSession().getPeerPrincipal();
        } catch (SSLPeerUnverifiedException e) {
            throw new IllegalStateException("a server without a certificate was trusted", e);
        }
    }

    /** Ends the attempt; without effect when it has ended. The first problem counts: others follow from it. */
    void fail(String problem, int status, @Nullable Throwable cause) {
        if (!hasFailed.compareAndSet(false, true)) {
            return;
        }
        String more = cause == null || cause.getMessage() == null ? "" : ": " + cause.getMessage();
        WsConnectException failure = new WsConnectException(settings.uri(), problem + more, status, cause);
        loops.workers().execute(() -> result.completeExceptionally(failure));
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        fail("the connection ended before it was a WebSocket", 0, null);
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        fail("the connection failed", 0, cause);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        Future<?> running = timeout;
        if (running != null) {
            running.cancel(false);
        }
        if (!upgraded) {
            loops.release();
        }
    }

    /** Makes a decoder that leaves it to the wire how to end a connection. */
    private static final class Handshaker extends WebSocketClientHandshaker13 {

        private final ClientSettings settings;

        Handshaker(ClientSettings settings, HttpHeaders headers) {
            super(
                    settings.uri(),
                    WebSocketVersion.V13,
                    settings.subprotocols().isEmpty() ? null : String.join(",", settings.subprotocols()),
                    settings.compression(),
                    headers,
                    settings.wire().limits().maxFrameBytes(),
                    true,
                    false);
            this.settings = settings;
        }

        @Override
        protected FullHttpRequest newHandshakeRequest() {
            FullHttpRequest request = super.newHandshakeRequest();
            // Netty makes an origin up; but that is for web pages to have, and servers refuse those they do not know.
            if (!customHeaders.contains(HttpHeaderNames.ORIGIN)) {
                request.headers().remove(HttpHeaderNames.ORIGIN);
            }
            return request;
        }

        @Override
        protected WebSocketFrameDecoder newWebsocketDecoder() {
            return new WebSocket13FrameDecoder(WebSocketDecoderConfig.newBuilder()
                    .expectMaskedFrames(false)
                    .allowMaskMismatch(false)
                    .allowExtensions(settings.compression())
                    .maxFramePayloadLength(settings.wire().limits().maxFrameBytes())
                    .closeOnProtocolViolation(false)
                    .withUTF8Validator(false)
                    .build());
        }
    }
}
