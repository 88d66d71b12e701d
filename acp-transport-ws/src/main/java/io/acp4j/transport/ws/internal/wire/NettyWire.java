package io.acp4j.transport.ws.internal.wire;

import io.acp4j.rpc.VisibleText;
import io.acp4j.transport.ws.WsCloseReason;
import io.acp4j.transport.ws.WsLimits;
import io.acp4j.transport.ws.internal.CloseCodes;
import io.acp4j.transport.ws.internal.Fault;
import io.acp4j.transport.ws.internal.KeepAlive;
import io.acp4j.transport.ws.internal.Messages;
import io.acp4j.transport.ws.internal.Wire;
import io.acp4j.transport.ws.internal.WireTransport;
import io.acp4j.transport.ws.internal.netty.ChannelOutput;
import io.acp4j.transport.ws.internal.netty.FrameReader;
import io.acp4j.transport.ws.internal.netty.Pongs;
import io.acp4j.transport.ws.internal.netty.StrictFrameDecoder;
import io.acp4j.transport.ws.internal.netty.Unwatched;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A WebSocket in a channel of Netty, once the handshake is over. What is not said otherwise is for its event loop. */
public final class NettyWire extends ChannelInboundHandlerAdapter implements Wire, ChannelOutput.Events {

    private static final Logger LOG = LoggerFactory.getLogger(NettyWire.class);

    private final Channel channel;
    private final WsLimits limits;
    private final boolean isServer;
    private final WireTransport transport;
    private final FrameReader reader;
    private final ChannelOutput output;
    private final KeepAlive keepAlive;
    private final Pongs pongs;
    private final Runnable drain;
    private final Runnable setReading = this::setReading;

    private boolean finishing;
    private boolean discarding;
    private boolean ended;
    private @Nullable Throwable failure;
    private @Nullable Future<?> watching;

    /**
     * Creates the wire of a channel; have it {@link #join} at once.
     *
     * @param compressing whether an extension further down in the pipeline has to see each message
     */
    public NettyWire(Channel channel, WireSettings settings, boolean isServer, boolean compressing, Executor workers) {
        this.channel = channel;
        this.limits = settings.limits();
        this.isServer = isServer;
        Runnable refused = settings.requiresInitialize() ? this::refuseFirstMessage : null;
        this.transport = new WireTransport(
                this,
                workers,
                limits.maxQueuedBytes(),
                limits.maxMessageBytes(),
                limits.closeTimeout().toMillis(),
                refused);
        this.keepAlive = new KeepAlive(
                new KeepAlive.Times(
                        limits.keepAliveInterval(),
                        limits.keepAliveTimeout(),
                        limits.slowReaderTimeout(),
                        limits.idleTimeout()),
                new Watched(),
                System::nanoTime);
        this.reader = new FrameReader(
                limits.maxFrameBytes(), limits.maxMessageBytes(), settings.refusesBinary(), this::received);
        this.output = new ChannelOutput(channel, transport.outbound(), compressing, !isServer, this);
        this.drain = output::drain;
        this.pongs = new Pongs(channel);
    }

    public WireTransport transport() {
        return transport;
    }

    /** Joins the channel's pipeline, behind all that is there. */
    public void join() {
        channel.pipeline().addLast(output).addLast(this);
    }

    // From any thread.

    @Override
    public void write(boolean here) {
        if (!here || !output.writeHere()) {
            onLoop(drain);
        }
    }

    @Override
    public void reading() {
        onLoop(setReading);
    }

    @Override
    public void finish(int code, String text) {
        onLoop(() -> beginFinish(code, text));
    }

    @Override
    public void later(Runnable action, long millis) {
        try {
            var unused = channel.eventLoop().schedule(action, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            action.run();
        }
    }

    // From a thread that writes.

    @Override
    public void writing() {
        keepAlive.message();
    }

    @Override
    public void failed(IOException problem) {
        onLoop(() -> lost(problem));
    }

    private void onLoop(Runnable task) {
        try {
            channel.eventLoop().execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("The event loop of a WebSocket has ended before it", e);
        }
    }

    private void refuseFirstMessage() {
        onLoop(() -> fail(CloseCodes.PROTOCOL_ERROR, "the first message must be the request \"initialize\"", null));
    }

    // Reading.

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        setReading();
        long period = keepAlive.periodNanos();
        if (period > 0) {
            watching =
                    channel.eventLoop().scheduleWithFixedDelay(keepAlive::look, period, period, TimeUnit.NANOSECONDS);
        }
    }

    private void setReading() {
        boolean on = discarding || transport.wantsInput();
        if (on && !channel.config().isAutoRead()) {
            keepAlive.alive();
        }
        channel.config().setAutoRead(on);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            if (message instanceof CloseWebSocketFrame close) {
                onClose(close);
            } else if (message instanceof PingWebSocketFrame ping) {
                answer(ping);
            } else if (!discarding) {
                onData(message);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void onData(Object message) {
        Fault fault = null;
        if (message instanceof TextWebSocketFrame text) {
            fault = reader.text(text);
        } else if (message instanceof ContinuationWebSocketFrame continuation) {
            fault = reader.continuation(continuation);
        } else if (message instanceof BinaryWebSocketFrame binary) {
            fault = reader.binary(binary);
        } else if (message instanceof ByteBuf) {
            fault = new Fault(CloseCodes.PROTOCOL_ERROR, "bytes that belong to no frame");
        }
        if (fault != null) {
            fail(fault.code(), fault.problem(), null);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == StrictFrameDecoder.OVERSIZE_FRAME) {
            reader.refuseNextFrame();
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        keepAlive.alive();
        reader.pass();
        if (!discarding) {
            setReading();
        }
        ctx.fireChannelReadComplete();
    }

    private void received(Messages messages) {
        keepAlive.message();
        transport.received(messages);
    }

    private void answer(PingWebSocketFrame ping) {
        if (!output.isCloseSent()) {
            pongs.answer(ping.content());
        }
    }

    // Writing.

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (channel.isWritable()) {
            if (!output.isCloseSent()) {
                pongs.sendWhatIsOwed();
            }
            output.drain();
        }
        ctx.fireChannelWritabilityChanged();
    }

    // Closing.

    private void beginFinish(int code, String text) {
        if (finishing || output.isCloseSent()) {
            return;
        }
        finishing = true;
        if (!transport.isStarted()) {
            discarding = true;
        }
        setReading();
        closeAfterTimeout();
        output.finish(code, text);
    }

    /** Ends the connection for a fault of the peer, or of this side; what has arrived before is still delivered. */
    private void fail(int code, String problem, @Nullable Throwable cause) {
        if (!channel.isActive() || discarding) {
            return;
        }
        if (CloseCodes.isConfigured(code)) {
            LOG.warn("Closing a WebSocket with {}: {}", code, problem);
        } else {
            LOG.debug("Closing a WebSocket with {}: {}", code, problem);
        }
        reader.end();
        transport.ended(WsCloseReason.failure(code, problem, cause));
        discard();
        closeAfterTimeout();
        if (!output.isCloseSent()) {
            pongs.drop();
            output.closeAndEnd(code, problem);
        }
    }

    private void discard() {
        discarding = true;
        output.drop();
        setReading();
    }

    private void onClose(CloseWebSocketFrame close) {
        int code = close.statusCode() == -1 ? CloseCodes.NO_CODE : close.statusCode();
        if (CloseCodes.isConfigured(code)) {
            LOG.warn("The peer closed a WebSocket with {}: {}", code, VisibleText.line(close.reasonText()));
        }
        reader.end();
        transport.ended(WsCloseReason.peer(code, close.reasonText()));
        discard();
        pongs.drop();
        output.answerClose(close);
        if (isServer) {
            Unwatched.ignore(channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE));
        }
        closeAfterTimeout();
    }

    private void closeAfterTimeout() {
        later(() -> Unwatched.ignore(channel.close()), limits.closeTimeout().toMillis());
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
        if (ended) {
            return;
        }
        ended = true;
        Future<?> watch = watching;
        if (watch != null) {
            watch.cancel(false);
        }
        reader.end();
        output.end();
        pongs.drop();
        Throwable cause = failure;
        transport.gone(WsCloseReason.failure(
                CloseCodes.ABNORMAL, "the connection was lost: it ended without a Close frame", cause));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException) {
            lost(cause);
            return;
        }
        Fault fault = FrameReader.faultOf(cause);
        if (fault == null) {
            LOG.warn("A WebSocket failed", cause);
            fail(CloseCodes.INTERNAL_ERROR, "the connection failed", cause);
        } else {
            fail(fault.code(), fault.problem(), cause);
        }
    }

    private void lost(Throwable cause) {
        failure = failure == null ? cause : failure;
        Unwatched.ignore(channel.close());
    }

    /** The channel as the watch over it sees it. */
    private final class Watched implements KeepAlive.Peer {

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
            if (channel.isWritable()) {
                Unwatched.ignore(
                        channel.writeAndFlush(new PingWebSocketFrame(Unpooled.EMPTY_BUFFER), channel.voidPromise()));
            }
        }

        @Override
        public void fail(int code, String problem) {
            NettyWire.this.fail(code, problem, null);
        }
    }
}
