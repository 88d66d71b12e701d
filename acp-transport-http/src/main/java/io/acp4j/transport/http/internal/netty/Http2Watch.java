package io.acp4j.transport.http.internal.netty;

import io.acp4j.transport.http.internal.server.ServingSettings;
import io.acp4j.transport.ws.internal.KeepAlive;
import io.acp4j.transport.ws.internal.netty.Unwatched;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.DefaultHttp2PingFrame;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2PingFrame;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches over one socket with HTTP/2: pings a silent client, and closes when it is gone or asks for nothing. For the event loop. */
final class Http2Watch extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(Http2Watch.class);

    private final Http2FrameCodec codec;
    private final ServingSettings settings;
    private @Nullable KeepAlive keepAlive;
    private @Nullable Future<?> watching;

    Http2Watch(Http2FrameCodec codec, ServingSettings settings) {
        this.codec = codec;
        this.settings = settings;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        KeepAlive watch = new KeepAlive(
                new KeepAlive.Times(
                        settings.limits().keepAliveInterval(),
                        settings.limits().keepAliveTimeout(),
                        Duration.ZERO,
                        settings.idleTimeout()),
                new Socket(ctx.channel()),
                ctx.channel().eventLoop().ticker()::nanoTime);
        keepAlive = watch;
        long period = watch.periodNanos();
        watching = ctx.channel()
                .eventLoop()
                .scheduleWithFixedDelay(
                        () -> {
                            if (codec.connection().numActiveStreams() > 0) {
                                watch.message();
                            }
                            watch.look();
                        },
                        period,
                        period,
                        TimeUnit.NANOSECONDS);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        Future<?> running = watching;
        if (running != null) {
            running.cancel(false);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof Http2PingFrame && keepAlive != null) {
            keepAlive.alive();
        }
        ReferenceCountUtil.release(message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (keepAlive != null) {
            keepAlive.alive();
        }
        ctx.fireChannelReadComplete();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debug("A connection failed", cause);
        Unwatched.ignore(ctx.close());
    }

    /** The socket as the watch over it sees it. */
    private record Socket(Channel channel) implements KeepAlive.Peer {

        @Override
        public boolean isHeld() {
            return !channel.config().isAutoRead();
        }

        @Override
        public long backlog() {
            return channel.isWritable() ? 0 : Math.max(1, channel.bytesBeforeWritable());
        }

        @Override
        public void ping() {
            Unwatched.ignore(channel.writeAndFlush(new DefaultHttp2PingFrame(0)));
        }

        @Override
        public void fail(int code, String problem) {
            LOG.debug("Closing a socket: {}", problem);
            Unwatched.ignore(channel.close());
        }
    }
}
