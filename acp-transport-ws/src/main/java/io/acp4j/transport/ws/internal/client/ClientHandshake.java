package io.acp4j.transport.ws.internal.client;

import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.transport.ws.WsCloseReason;
import io.acp4j.transport.ws.WsConnectException;
import io.acp4j.transport.ws.WsLimits;
import io.acp4j.transport.ws.internal.CloseCodes;
import io.acp4j.transport.ws.internal.Handshake;
import io.acp4j.transport.ws.internal.WireTransport;
import io.acp4j.transport.ws.internal.netty.Declined;
import io.acp4j.transport.ws.internal.netty.HeaderNames;
import io.acp4j.transport.ws.internal.netty.Loops;
import io.acp4j.transport.ws.internal.netty.StrictFrameDecoder;
import io.acp4j.transport.ws.internal.wire.NettyWire;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshaker13;
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
import java.util.function.BiFunction;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks for a WebSocket on a new connection and takes the response. */
final class ClientHandshake<T> extends SimpleChannelInboundHandler<HttpObject> {

    private static final Logger LOG = LoggerFactory.getLogger(ClientHandshake.class);

    private final ClientSettings settings;
    private final Loops loops;
    private final BiFunction<WireTransport, Handshake, T> opened;
    private final CompletableFuture<T> result;
    private final WebSocketClientHandshaker handshaker;
    private @Nullable Future<?> timeout;
    private final AtomicBoolean hasFailed = new AtomicBoolean();
    private @Nullable HttpResponse switching;
    private boolean upgraded;

    /**
     * Creates the handshake of one connection.
     *
     * @param cookies headers with the cookies to send
     * @param opened makes the transport
     * @param result completed with the transport, or with the reason why there is none
     */
    ClientHandshake(
            ClientSettings settings,
            Loops loops,
            Map<String, List<String>> cookies,
            BiFunction<WireTransport, Handshake, T> opened,
            CompletableFuture<T> result) {
        this.settings = settings;
        this.loops = loops;
        this.opened = opened;
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
                        () -> fail("no WebSocket within " + DurationText.of(settings.handshakeTimeout()), 0, null),
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
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) {
        if (hasFailed.get()) {
            return;
        }
        if (part instanceof HttpResponse response) {
            switching = takeHead(response);
        }
        HttpResponse granted = switching;
        if (granted != null && part instanceof LastHttpContent) {
            upgrade(ctx, granted);
        }
    }

    /**
     * Looks at the head of a response, which says it all: what follows the head of a refusal is not waited for.
     *
     * @return the response if it opens a WebSocket, null when it does not
     */
    private @Nullable HttpResponse takeHead(HttpResponse response) {
        HttpResponseStatus status = response.status();
        if (!response.decoderResult().isSuccess()) {
            fail("the response is no HTTP", 0, null);
        } else if (status.equals(HttpResponseStatus.SWITCHING_PROTOCOLS)) {
            if (response.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
                return response;
            }
            fail(
                    "the server speaks " + response.protocolVersion() + ", and a WebSocket needs HTTP/1.1",
                    status.code(),
                    null);
        } else if (status.codeClass() != HttpStatusClass.INFORMATIONAL) {
            keepCookies(response);
            fail(Declined.describe(response), status.code(), null);
        }
        return null;
    }

    private void upgrade(ChannelHandlerContext ctx, HttpResponse head) {
        keepCookies(head);
        FullHttpResponse response = new DefaultFullHttpResponse(
                head.protocolVersion(),
                head.status(),
                Unpooled.EMPTY_BUFFER,
                head.headers(),
                EmptyHttpHeaders.INSTANCE);
        int status = head.status().code();
        Channel channel = ctx.channel();
        try {
            handshaker.finishHandshake(channel, response);
        } catch (WebSocketHandshakeException e) {
            fail("the server's response opens no WebSocket: " + e.getMessage(), status, e);
            return;
        }
        upgraded = true;
        boolean compressing = channel.pipeline().get(WebSocketExtensionEncoder.class) != null;
        NettyWire wire = new NettyWire(channel, settings.wire(), false, compressing, loops.workers());
        wire.join();
        ctx.pipeline().remove(this);
        WireTransport transport = wire.transport();
        transport.closed().whenComplete((reason, impossible) -> loops.release());
        Handshake granted = new Handshake(
                (InetSocketAddress) channel.remoteAddress(),
                settings.uri().getRawPath(),
                HeaderNames.byLowerCaseName(response.headers()),
                response.headers().get(HeaderNames.CONNECTION_ID),
                handshaker.actualSubprotocol(),
                tlsPeer(channel),
                "");
        T made = opened.apply(transport, granted);
        loops.workers().execute(() -> {
            if (!result.complete(made)) {
                transport.close(WsCloseReason.local(CloseCodes.NORMAL, "closed by this side"), CloseCodes.NORMAL, "");
            }
        });
    }

    private void keepCookies(HttpResponse response) {
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
            WsLimits limits = settings.wire().limits();
            return StrictFrameDecoder.of(
                    false, settings.compression(), limits.maxFrameBytes(), limits.maxMessageBytes());
        }
    }
}
