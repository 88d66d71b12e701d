package io.acp4j.transport.http.internal.netty;

import io.acp4j.transport.http.internal.server.Body;
import io.acp4j.transport.http.internal.server.EventStream;
import io.acp4j.transport.http.internal.server.HttpConnection;
import io.acp4j.transport.http.internal.server.Reply;
import io.acp4j.transport.http.internal.server.RequestRules;
import io.acp4j.transport.http.internal.server.ServingSettings;
import io.acp4j.transport.http.internal.server.Timer;
import io.acp4j.transport.ws.internal.netty.HeaderNames;
import io.acp4j.transport.ws.internal.netty.Refusal;
import io.acp4j.transport.ws.internal.netty.SocketAccess;
import io.acp4j.transport.ws.internal.netty.Unwatched;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the requests of one socket, one after the other, or the one request of a stream of HTTP/2. A request that comes before the
 * response to the one before is not served: the socket is closed behind that response, which tells the client so. For the event
 * loop, unless stated otherwise.
 */
final class RequestHandler extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

    /** How long a client whose request was refused may go on sending it, so that it reads the response. */
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** How much of a body is received before it is known who sends it; the client has to wait with the rest. */
    private static final int UNDECIDED_BYTES = 64 * 1024;

    private final RequestRules rules;
    private final SocketAccess access;
    private final ServingSettings settings;
    private final boolean isStream;

    /** The request that is received or responded to; null between two, and while events are sent. */
    private @Nullable HttpRequest request;

    private @Nullable Body body;
    private @Nullable String principal;
    private boolean isDecided = true;
    private boolean whole;
    private boolean responded;
    private boolean closing;
    private @Nullable Future<?> timeout;
    private @Nullable EventStream stream;
    private @Nullable ChannelEvents events;
    private @Nullable HttpConnection connection;

    /**
     * Creates the handler.
     *
     * @param isStream whether the channel is a stream of HTTP/2
     */
    RequestHandler(RequestRules rules, SocketAccess access, ServingSettings settings, boolean isStream) {
        this.rules = rules;
        this.access = access;
        this.settings = settings;
        this.isStream = isStream;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HttpRequest head && isFree() && !closing && asksForWebSocket(head)) {
            stopTimeout();
            access.joinWebSocket(ctx.pipeline());
            ctx.pipeline().remove(this);
            ctx.fireChannelRead(message);
            return;
        }
        try {
            if (closing) {
                discard(ctx, message);
                return;
            }
            if (message instanceof HttpRequest head) {
                if (!isFree()) {
                    closing = true;
                    return;
                }
                begin(ctx, head);
            }
            if (message instanceof HttpContent content && request != null && !closing) {
                receive(ctx, content);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private boolean isFree() {
        return request == null && events == null;
    }

    private static Reply reply(Refusal refusal) {
        Reply reply = Reply.text(refusal.status().code(), refusal.text());
        for (var header : refusal.headers()) {
            reply = reply.with(HeaderNames.lowerCase(header.getKey()), header.getValue());
        }
        return reply;
    }

    private boolean asksForWebSocket(HttpRequest head) {
        return !isStream
                && head.decoderResult().isSuccess()
                && head.method().equals(HttpMethod.GET)
                && head.headers().contains(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
    }

    private void discard(ChannelHandlerContext ctx, Object message) {
        if (responded && events == null && message instanceof LastHttpContent) {
            Unwatched.ignore(ctx.close());
        }
    }

    private void begin(ChannelHandlerContext ctx, HttpRequest head) {
        request = head;
        whole = false;
        responded = false;
        startTimeout(ctx, settings.requestTimeout().toNanos());
        Refusal refusal = access.refusal(head);
        if (refusal != null) {
            respond(ctx, reply(refusal));
            return;
        }
        Reply early = rules.beforeAuthentication(new NettyHead(head), access::allowsOrigin);
        if (early != null) {
            respond(ctx, early);
            return;
        }
        body = new Body(rules.connections());
        isDecided = false;
        access.authenticate(ctx.channel(), head, (who, unauthorized) -> authenticated(ctx, head, who, unauthorized));
    }

    private void authenticated(
            ChannelHandlerContext ctx, HttpRequest head, @Nullable String who, @Nullable Refusal unauthorized) {
        if (!isCurrent(head) || responded) {
            return;
        }
        decided(ctx);
        if (who == null) {
            respond(ctx, reply(Objects.requireNonNull(unauthorized)));
            return;
        }
        access.admitted();
        Reply refusal = rules.refusal(new NettyHead(head));
        if (refusal != null) {
            respond(ctx, refusal);
            return;
        }
        principal = who;
        if (!whole && HttpUtil.is100ContinueExpected(head)) {
            Unwatched.ignore(ctx.writeAndFlush(new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER)));
        }
        serveWhenWhole(ctx);
    }

    /** The rest of the body may come. */
    private void decided(ChannelHandlerContext ctx) {
        isDecided = true;
        ctx.channel().config().setAutoRead(true);
    }

    private void receive(ChannelHandlerContext ctx, HttpContent content) {
        if (!content.decoderResult().isSuccess()) {
            respond(ctx, Reply.text(400, "the body of the request is malformed"));
            return;
        }
        Body to = body;
        if (to != null && !responded) {
            switch (to.add(content.content().nioBuffer())) {
                case TOO_LONG ->
                    respond(
                            ctx,
                            Reply.text(
                                    413,
                                    "the message is longer than "
                                            + settings.limits().maxMessageBytes() + " bytes"));
                case NO_ROOM ->
                    respond(
                            ctx,
                            Reply.text(503, "too much is being received; try again")
                                    .with("retry-after", "1"));
                case ADDED -> {
                    if (!isDecided && to.size() > UNDECIDED_BYTES) {
                        ctx.channel().config().setAutoRead(false);
                    }
                    noteSignOfLife();
                }
            }
        }
        if (content instanceof LastHttpContent) {
            whole = true;
            serveWhenWhole(ctx);
        }
    }

    private void noteSignOfLife() {
        HttpRequest head = request;
        String who = principal;
        if (head != null && who != null) {
            rules.receiving(new NettyHead(head), who);
        }
    }

    private void serveWhenWhole(ChannelHandlerContext ctx) {
        HttpRequest head = request;
        String who = principal;
        if (!whole || head == null || who == null || responded) {
            return;
        }
        principal = null;
        stopTimeout();
        HttpMethod method = head.method();
        if (method.equals(HttpMethod.POST)) {
            post(ctx, head, who, Objects.requireNonNull(body));
        } else if (method.equals(HttpMethod.DELETE)) {
            respond(ctx, rules.delete(new NettyHead(head), who));
        } else {
            stream(ctx, head, who);
        }
    }

    private void post(ChannelHandlerContext ctx, HttpRequest head, String who, Body from) {
        byte[] message = from.whole();
        Runnable task = () -> rules.post(
                new NettyHead(head),
                who,
                message,
                new Timer(ctx.channel().eventLoop()),
                reply -> onLoop(ctx, () -> respondTo(ctx, head, reply)));
        if (message.length > RequestRules.LARGE_BYTES) {
            rules.connections().workers().execute(task);
        } else {
            task.run();
        }
    }

    @SuppressWarnings("ReferenceEquality") // the next request may say the same
    private boolean isCurrent(HttpRequest head) {
        return request == head;
    }

    private void respondTo(ChannelHandlerContext ctx, HttpRequest head, Reply reply) {
        if (isCurrent(head)) {
            respond(ctx, reply);
        }
    }

    private static void onLoop(ChannelHandlerContext ctx, Runnable task) {
        try {
            ctx.channel().eventLoop().execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("The server has been closed before a request was responded to", e);
        }
    }

    private void stream(ChannelHandlerContext ctx, HttpRequest head, String who) {
        RequestRules.Found found = rules.stream(new NettyHead(head), who);
        if (found.refusal() != null) {
            respond(ctx, found.refusal());
            return;
        }
        Channel channel = ctx.channel();
        HttpConnection of = Objects.requireNonNull(found.connection());
        EventStream wanted = Objects.requireNonNull(found.stream());
        ChannelEvents response = new ChannelEvents(channel, wanted);
        switch (of.streams().attach(wanted, response, found.lastSeen())) {
            case TAKEN ->
                respond(
                        ctx,
                        Reply.text(409, "another request reads this stream")
                                .with("retry-after", Long.toString(of.streams().retryAfterSeconds())));
            case LOST ->
                respond(
                        ctx,
                        Reply.text(410, "the events behind Last-Event-ID are no longer kept; open a new connection"));
            case DONE -> {
                responded = true;
                // A stream may last for days: nothing of its request is kept.
                releaseBody();
                request = null;
                connection = of;
                stream = wanted;
                events = response;
                HttpResponse headers = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
                rules.ofEvents().forEach(headers.headers()::set);
                if (!isStream) {
                    // The socket is closed behind it, so the client must not keep it for another request.
                    headers.headers()
                            .set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED)
                            .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
                }
                rules.forOrigin(new NettyHead(head), access::allowsOrigin).forEach(headers.headers()::set);
                Unwatched.ignore(ctx.writeAndFlush(headers));
                response.drain();
                of.attached(response);
            }
        }
    }

    private void respond(ChannelHandlerContext ctx, Reply reply) {
        HttpRequest to = request;
        if (to == null || responded || !ctx.channel().isActive()) {
            return;
        }
        responded = true;
        decided(ctx);
        stopTimeout();
        releaseBody();
        // Behind all that has been read by now: what comes after this is the next request, what is there already came
        // too early.
        onLoop(ctx, () -> write(ctx, to, reply));
    }

    private void write(ChannelHandlerContext ctx, HttpRequest to, Reply reply) {
        boolean ends = closing || !whole || (!HttpUtil.isKeepAlive(to) && !isStream);
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(reply.status()), Unpooled.wrappedBuffer(reply.body()));
        HttpHeaders headers = response.headers();
        reply.headers().forEach(headers::set);
        if (!reply.type().isEmpty()) {
            headers.set(HttpHeaderNames.CONTENT_TYPE, reply.type());
        }
        if (reply.status() != HttpResponseStatus.NO_CONTENT.code()) {
            headers.set(HttpHeaderNames.CONTENT_LENGTH, reply.body().length);
        }
        if (to.method().equals(HttpMethod.HEAD)) {
            response.content().clear();
        }
        rules.forOrigin(new NettyHead(to), access::allowsOrigin).forEach(headers::set);
        if (ends && !isStream) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
        if (!ends) {
            // Before the client can have sent the next request.
            request = null;
            access.nextHead();
            startTimeout(ctx, settings.idleTimeout().toNanos());
            Unwatched.ignore(ctx.writeAndFlush(response));
        } else if (whole || to.decoderResult().isFailure()) {
            closing = true;
            Unwatched.ignore(ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE));
        } else {
            // Closing while the client still sends might cost it the response.
            closing = true;
            startTimeout(ctx, LINGER_NANOS);
            Unwatched.ignore(ctx.writeAndFlush(response));
        }
    }

    private void releaseBody() {
        Body received = body;
        body = null;
        if (received != null) {
            received.release();
        }
    }

    private void startTimeout(ChannelHandlerContext ctx, long nanos) {
        stopTimeout();
        timeout = ctx.channel().eventLoop().schedule(() -> Unwatched.ignore(ctx.close()), nanos, TimeUnit.NANOSECONDS);
    }

    private void stopTimeout() {
        Future<?> running = timeout;
        timeout = null;
        if (running != null) {
            running.cancel(false);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        ChannelEvents writing = events;
        if (writing != null && ctx.channel().isWritable()) {
            writing.drain();
        }
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        end();
        ctx.fireChannelInactive();
    }

    /** Comes even when another handler fails at the end of the channel and keeps it to itself. */
    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        end();
    }

    private void end() {
        stopTimeout();
        releaseBody();
        ChannelEvents ending = events;
        events = null;
        if (ending != null) {
            Objects.requireNonNull(connection).detached(Objects.requireNonNull(stream), ending);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException) {
            LOG.debug("A connection was lost", cause);
        } else {
            LOG.debug("A connection failed", cause);
        }
        Unwatched.ignore(ctx.close());
    }
}
