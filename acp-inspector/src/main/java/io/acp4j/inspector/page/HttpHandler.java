package io.acp4j.inspector.page;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshakerFactory;
import io.netty.handler.timeout.ReadTimeoutException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the page's files and downloads, and turns its WebSocket into a {@link PageSocket}; nothing without the token. */
final class HttpHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

    private static final Logger LOG = LoggerFactory.getLogger(HttpHandler.class);

    /** A prompt with its files is one message. */
    private static final int MAX_MESSAGE_BYTES = 48 * 1024 * 1024;

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml");

    private final PageServer server;

    HttpHandler(PageServer server) {
        this.server = server;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        if (!request.decoderResult().isSuccess()) {
            refuse(context, request, HttpResponseStatus.BAD_REQUEST, "this is no HTTP request");
            return;
        }
        Gate gate = server.gate();
        String refusal = gate.refusal(request);
        if (refusal != null) {
            refuse(context, request, HttpResponseStatus.FORBIDDEN, refusal);
            return;
        }
        String path = new QueryStringDecoder(request.uri()).path();
        boolean isEntrance = path.equals("/") && gate.isTokenInAddress(request);
        if (!isEntrance && !gate.isTokenInCookie(request)) {
            refuse(context, request, HttpResponseStatus.FORBIDDEN, Gate.NO_TOKEN);
            return;
        }
        if (!request.method().equals(HttpMethod.GET)) {
            refuse(context, request, HttpResponseStatus.METHOD_NOT_ALLOWED, "this server is only asked, with GET");
        } else if (isEntrance) {
            enter(context, request);
        } else if (path.equals("/ws")) {
            upgrade(context, request);
        } else {
            serve(context, request, path.equals("/") ? "index.html" : path.substring(1));
        }
    }

    private void enter(ChannelHandlerContext context, FullHttpRequest request) {
        FullHttpResponse response = Responses.of(HttpResponseStatus.SEE_OTHER, new byte[0], "text/plain");
        response.headers()
                .set(HttpHeaderNames.LOCATION, "/")
                .set(
                        HttpHeaderNames.SET_COOKIE,
                        server.gate().cookieName() + '=' + server.gate().token()
                                + "; Path=/; HttpOnly; SameSite=Strict");
        write(context, request, response);
    }

    private void serve(ChannelHandlerContext context, FullHttpRequest request, String path) {
        byte[] file = server.libraries().find(path);
        if (file != null) {
            String type = TYPES.getOrDefault(path.substring(path.lastIndexOf('.') + 1), "text/plain");
            write(context, request, Responses.of(HttpResponseStatus.OK, file, type));
            return;
        }
        Downloads downloads = server.downloads();
        // Off the event loop: a recording is read from disk.
        FullHttpRequest kept = request.retain();
        server.workers().execute(() -> {
            try {
                Downloads.@Nullable Download found = downloads.find(path);
                if (found == null) {
                    refuse(context, kept, HttpResponseStatus.NOT_FOUND, "there is nothing here");
                    return;
                }
                FullHttpResponse response = Responses.of(HttpResponseStatus.OK, found.content(), found.type());
                response.headers()
                        .set(HttpHeaderNames.CONTENT_DISPOSITION, "attachment; filename=\"" + found.fileName() + '"');
                write(context, kept, response);
            } catch (RuntimeException e) {
                LOG.warn("a download failed", e);
                refuse(context, kept, HttpResponseStatus.INTERNAL_SERVER_ERROR, "the download failed; see the log");
            } finally {
                kept.release();
            }
        });
    }

    private void upgrade(ChannelHandlerContext context, FullHttpRequest request) {
        String origin = request.headers().get(HttpHeaderNames.ORIGIN);
        if (origin == null) {
            refuse(context, request, HttpResponseStatus.FORBIDDEN, "only the page may connect here");
            return;
        }
        String address = origin.replaceFirst("^http:", "ws:") + "/ws";
        WebSocketServerHandshaker handshaker =
                new WebSocketServerHandshakerFactory(address, null, false, MAX_MESSAGE_BYTES).newHandshaker(request);
        if (handshaker == null) {
            var unused = WebSocketServerHandshakerFactory.sendUnsupportedVersionResponse(context.channel());
            return;
        }
        var unused = handshaker.handshake(context.channel(), request).addListener(done -> {
            if (done.isSuccess()) {
                context.pipeline()
                        .addLast(new WebSocketFrameAggregator(MAX_MESSAGE_BYTES))
                        .addLast(new PageSocket(server))
                        .remove(this);
            }
        });
    }

    private static void refuse(
            ChannelHandlerContext context, FullHttpRequest request, HttpResponseStatus status, String reason) {
        write(context, request, Responses.text(status, reason));
    }

    private static void write(ChannelHandlerContext context, FullHttpRequest request, FullHttpResponse response) {
        boolean keep = io.netty.handler.codec.http.HttpUtil.isKeepAlive(request)
                && response.status().code() < 400;
        response.headers().set(HttpHeaderNames.CONNECTION, keep ? HttpHeaderValues.KEEP_ALIVE : HttpHeaderValues.CLOSE);
        var written = context.writeAndFlush(response);
        if (!keep) {
            var unused = written.addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!(cause instanceof ReadTimeoutException)) {
            LOG.debug("a connection of a page failed", cause);
        }
        var unused = context.close();
    }
}
