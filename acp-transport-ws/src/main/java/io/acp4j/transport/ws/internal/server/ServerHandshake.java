package io.acp4j.transport.ws.internal.server;

import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.transport.ws.WsCloseReason;
import io.acp4j.transport.ws.WsLimits;
import io.acp4j.transport.ws.internal.CloseCodes;
import io.acp4j.transport.ws.internal.Handshake;
import io.acp4j.transport.ws.internal.PrincipalName;
import io.acp4j.transport.ws.internal.WireTransport;
import io.acp4j.transport.ws.internal.netty.HeadLines;
import io.acp4j.transport.ws.internal.netty.HeaderNames;
import io.acp4j.transport.ws.internal.netty.PendingBytes;
import io.acp4j.transport.ws.internal.netty.PendingHandshakes;
import io.acp4j.transport.ws.internal.netty.Refusal;
import io.acp4j.transport.ws.internal.netty.StrictFrameDecoder;
import io.acp4j.transport.ws.internal.netty.Unwatched;
import io.acp4j.transport.ws.internal.wire.NettyWire;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.websocketx.WebSocketFrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketHandshakeException;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker13;
import io.netty.handler.codec.http.websocketx.extensions.WebSocketExtensionEncoder;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.CharsetUtil;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the request of one socket: refuses it, or makes a WebSocket of the socket. */
final class ServerHandshake extends SimpleChannelInboundHandler<HttpObject> {

    private static final Logger LOG = LoggerFactory.getLogger(ServerHandshake.class);

    private static final String NOT_SERVED = "the connection could not be served";

    private final NettyServer server;
    private final ServerSettings settings;
    private final PendingHandshakes.Pending pending;
    private final HeadLines lines;
    private @Nullable Future<?> timeout;
    private @Nullable HttpRequest admitted;
    private boolean requested;

    ServerHandshake(NettyServer server, ServerSettings settings, PendingHandshakes.Pending pending, HeadLines lines) {
        this.server = server;
        this.settings = settings;
        this.pending = pending;
        this.lines = lines;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        timeout = ctx.executor()
                .schedule(
                        () -> {
                            LOG.debug(
                                    "No WebSocket came of a connection within {}",
                                    DurationText.of(settings.handshakeTimeout()));
                            Unwatched.ignore(ctx.close());
                        },
                        settings.handshakeTimeout().toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        Future<?> running = timeout;
        if (running != null) {
            running.cancel(false);
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) {
        if (part instanceof HttpRequest request) {
            if (requested) {
                Unwatched.ignore(ctx.close());
                return;
            }
            requested = true;
            Refusal refusal = refusal(ctx, request);
            if (refusal == null) {
                admitted = request;
            } else {
                LOG.debug("Refused a WebSocket with {}: {}", refusal.status(), refusal.text());
                answer(ctx, refusal);
            }
        }
        HttpRequest request = admitted;
        if (request != null && part instanceof LastHttpContent) {
            admitted = null;
            admit(ctx, request);
        }
    }

    /** Returns what to respond with instead of a WebSocket; null for nothing. */
    private @Nullable Refusal refusal(ChannelHandlerContext ctx, HttpRequest request) {
        RequestChecks checks = server.checks();
        Refusal malformed = checks.malformed(request, lines.isFolded());
        if (malformed != null) {
            return malformed;
        }
        if (checks.asksForHealth(request)) {
            return server.isOpen()
                    ? Refusal.of(HttpResponseStatus.OK, "ok")
                    : Refusal.of(HttpResponseStatus.SERVICE_UNAVAILABLE, WireTransport.SHUTTING_DOWN);
        }
        Refusal refusal = checks.refusal(request);
        if (refusal == null && !server.isOpen()) {
            return Refusal.of(HttpResponseStatus.SERVICE_UNAVAILABLE, WireTransport.SHUTTING_DOWN);
        }
        return refusal == null ? server.overload(remote(ctx)) : refusal;
    }

    private void admit(ChannelHandlerContext ctx, HttpRequest request) {
        // Nothing but the head, which need not be released when the loops end before an authenticator.
        FullHttpRequest head = new DefaultFullHttpRequest(
                request.protocolVersion(),
                request.method(),
                request.uri(),
                Unpooled.EMPTY_BUFFER,
                request.headers(),
                EmptyHttpHeaders.INSTANCE);
        Handshake asked = asked(ctx.channel(), request);
        ServerSettings.Asker authenticator = settings.authenticator();
        if (authenticator == null) {
            upgrade(ctx, head, asked, unauthenticated(asked));
        } else if (pending.keep()) {
            authenticate(ctx, head, authenticator, asked);
        }
    }

    /** Returns what a request says before it is granted. */
    static Handshake asked(Channel socket, HttpRequest request) {
        return new Handshake(
                (InetSocketAddress) socket.remoteAddress(),
                RequestChecks.path(request),
                HeaderNames.byLowerCaseName(request.headers()),
                null,
                null,
                tlsPeer(socket),
                "");
    }

    /** Returns the principal of a client that no authenticator is asked about. */
    static String unauthenticated(Handshake asked) {
        Principal peer = asked.tlsPeer();
        return peer == null ? "" : PrincipalName.of(peer.getName());
    }

    private void authenticate(
            ChannelHandlerContext ctx, FullHttpRequest head, ServerSettings.Asker authenticator, Handshake asked) {
        ctx.channel().config().setAutoRead(false);
        Authentication authentication = new Authentication(authenticator, asked, (principal, refusal) -> {
            pending.release();
            decided(ctx, () -> {
                if (principal == null) {
                    answer(ctx, Objects.requireNonNull(refusal));
                } else {
                    upgrade(ctx, head, asked, principal);
                }
            });
        });
        Unwatched.ignore(ctx.channel().closeFuture().addListener(closed -> authentication.cancel()));
        server.workers().execute(authentication);
    }

    private static void decided(ChannelHandlerContext ctx, Runnable next) {
        try {
            ctx.executor().execute(() -> {
                if (ctx.channel().isActive()) {
                    next.run();
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("The server has been closed before an authenticator was done", e);
        }
    }

    private static InetSocketAddress remote(ChannelHandlerContext ctx) {
        return (InetSocketAddress) ctx.channel().remoteAddress();
    }

    static @Nullable Principal tlsPeer(Channel channel) {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        try {
            return tls == null ? null : tls.engine().getSession().getPeerPrincipal();
        } catch (SSLPeerUnverifiedException e) {
            // The client has shown no certificate, and need not.
            return null;
        }
    }

    private void upgrade(ChannelHandlerContext ctx, FullHttpRequest request, Handshake asked, String principal) {
        Channel channel = ctx.channel();
        WebSocketServerHandshaker handshaker = new Handshaker(settings);
        String id = UUID.randomUUID().toString();
        HttpHeaders headers = new DefaultHttpHeaders().set(HeaderNames.CONNECTION_ID, id);
        try {
            Unwatched.ignore(handshaker
                    .handshake(channel, request, headers, channel.newPromise())
                    .addListener(done -> {
                        if (done.isSuccess()) {
                            upgraded(ctx, asked.granted(id, handshaker.selectedSubprotocol(), principal));
                        } else {
                            Unwatched.ignore(ctx.close());
                        }
                    }));
        } catch (WebSocketHandshakeException e) {
            answer(ctx, Refusal.of(HttpResponseStatus.BAD_REQUEST, "this is no request for a WebSocket"));
        }
    }

    private void upgraded(ChannelHandlerContext ctx, Handshake granted) {
        Channel channel = ctx.channel();
        boolean compressing = channel.pipeline().get(WebSocketExtensionEncoder.class) != null;
        NettyWire wire = new NettyWire(channel, settings.wire(), true, compressing, server.workers());
        wire.join();
        if (ctx.pipeline().get(PendingBytes.class) != null) {
            ctx.pipeline().remove(PendingBytes.class);
        }
        ctx.pipeline().remove(lines);
        ctx.pipeline().remove(this);
        pending.leave();
        WireTransport transport = wire.transport();
        if (!server.register(transport)) {
            NettyServer.sendAway(transport);
            return;
        }
        server.workers().execute(() -> accept(transport, granted));
        wire.later(
                () -> giveUpUnlessStarted(transport),
                settings.handshakeTimeout().toMillis());
    }

    private void accept(WireTransport transport, Handshake granted) {
        try {
            settings.acceptor().accept(transport, granted);
        } catch (RuntimeException e) {
            LOG.error("A connection could not be served", e);
            giveUp(transport, e);
        }
    }

    /** Until it is started nothing is read from a connection, so that not even its end would be noticed. */
    private static void giveUpUnlessStarted(WireTransport transport) {
        if (!transport.isStarted()) {
            LOG.warn("Nobody has started the transport of a connection; it is closed");
            giveUp(transport, null);
        }
    }

    private static void giveUp(WireTransport transport, @Nullable Throwable cause) {
        transport.close(
                WsCloseReason.failure(CloseCodes.INTERNAL_ERROR, NOT_SERVED, cause),
                CloseCodes.INTERNAL_ERROR,
                NOT_SERVED);
    }

    private static void answer(ChannelHandlerContext ctx, Refusal refusal) {
        ByteBuf text = ByteBufUtil.writeUtf8(ctx.alloc(), refusal.text() + "\n");
        HttpHeaders headers = new DefaultHttpHeaders()
                .set(refusal.headers())
                .set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=" + CharsetUtil.UTF_8.name())
                .set(HttpHeaderNames.CONTENT_LENGTH, text.readableBytes())
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, refusal.status(), text, headers, EmptyHttpHeaders.INSTANCE);
        Unwatched.ignore(ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException) {
            LOG.debug("A connection was lost before it was a WebSocket", cause);
        } else {
            LOG.debug("A connection failed before it was a WebSocket", cause);
        }
        Unwatched.ignore(ctx.close());
    }

    /** Makes a decoder that leaves it to the wire how to end a connection. */
    private static final class Handshaker extends WebSocketServerHandshaker13 {

        private final ServerSettings settings;

        Handshaker(ServerSettings settings) {
            super(
                    settings.path(),
                    settings.subprotocols(),
                    settings.compression(),
                    settings.wire().limits().maxFrameBytes());
            this.settings = settings;
        }

        @Override
        protected WebSocketFrameDecoder newWebsocketDecoder() {
            WsLimits limits = settings.wire().limits();
            return StrictFrameDecoder.of(
                    true, settings.compression(), limits.maxFrameBytes(), limits.maxMessageBytes());
        }
    }
}
