package io.acp4j.transport.ws;

import io.acp4j.transport.ws.internal.Batch;
import io.acp4j.transport.ws.internal.CloseCodes;
import io.acp4j.transport.ws.internal.CloseText;
import io.acp4j.transport.ws.internal.Messages;
import io.acp4j.transport.ws.internal.Wire;
import io.acp4j.transport.ws.internal.WireTransport;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.compression.DecompressionException;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A WebSocket in a channel of Netty, once the handshake is over. What is not said otherwise is for its event loop. */
final class NettyWire extends ChannelInboundHandlerAdapter implements Wire {

    private static final Logger LOG = LoggerFactory.getLogger(NettyWire.class);

    private final Channel channel;
    private final WsLimits limits;
    private final boolean isServer;
    private final boolean compressing;
    private final WireTransport transport;
    private final FrameReader reader;
    private final FrameWriter writer;
    private final KeepAlive keepAlive;
    private final Pongs pongs;
    private final Runnable drain = this::drain;
    private final Runnable setReading = this::setReading;

    private boolean draining;
    private boolean finishing;
    private int finishCode;
    private String finishText = "";
    private boolean closeSent;
    private boolean discarding;
    private boolean ended;
    private @Nullable Throwable failure;

    /**
     * Creates the wire of a channel; add it to the pipeline at once.
     *
     * @param compressing whether an extension further down in the pipeline has to see each message
     */
    NettyWire(Channel channel, WireSettings settings, boolean isServer, boolean compressing, Executor workers) {
        this.channel = channel;
        this.limits = settings.limits();
        this.isServer = isServer;
        this.compressing = compressing;
        Runnable refused = settings.requiresInitialize() ? this::refuseFirstMessage : null;
        long closeMillis = limits.closeTimeout().toMillis();
        this.transport = new WireTransport(this, workers, limits.maxQueuedBytes(), closeMillis, refused);
        this.keepAlive = new KeepAlive(channel, limits, this::fail);
        this.reader = new FrameReader(limits.maxMessageBytes(), settings.ignoresBinary(), this::received);
        this.writer = new FrameWriter(!isServer);
        this.pongs = new Pongs(channel);
    }

    WireTransport transport() {
        return transport;
    }

    // From any thread.

    @Override
    public void write() {
        onLoop(drain);
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
        keepAlive.start();
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
        FrameReader.Fault fault = null;
        if (message instanceof TextWebSocketFrame text) {
            fault = reader.text(text);
        } else if (message instanceof ContinuationWebSocketFrame continuation) {
            fault = reader.continuation(continuation);
        } else if (message instanceof BinaryWebSocketFrame binary) {
            fault = reader.binary(binary);
        } else if (message instanceof ByteBuf) {
            fault = new FrameReader.Fault(CloseCodes.PROTOCOL_ERROR, "bytes that belong to no frame");
        }
        if (fault != null) {
            fail(fault.code(), fault.problem(), null);
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
        if (!closeSent) {
            pongs.answer(ping.content());
        }
    }

    // Writing.

    private void drain() {
        if (draining || !channel.isActive()) {
            return;
        }
        draining = true;
        try {
            while (writeSome()) {
                channel.flush();
            }
        } finally {
            draining = false;
        }
        if (finishing && writer.isIdle() && !closeSent) {
            Unwatched.ignore(sendClose(finishCode, finishText));
        }
    }

    /** Writes until the channel has enough; true when anything has been written. */
    private boolean writeSome() {
        boolean wrote = false;
        while (!closeSent && channel.isWritable()) {
            if (writer.isIdle()) {
                Batch batch = transport.outbound().take();
                if (batch == null) {
                    break;
                }
                writer.begin(batch);
                keepAlive.message();
            }
            if (compressing) {
                ByteBuf text = writer.nextMessage(channel.alloc());
                Unwatched.ignore(channel.write(new TextWebSocketFrame(text), channel.voidPromise()));
            } else {
                Unwatched.ignore(channel.write(writer.next(channel.alloc()), channel.voidPromise()));
            }
            wrote = true;
        }
        return wrote;
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (channel.isWritable()) {
            pongs.sendWhatIsOwed();
            drain();
        }
        ctx.fireChannelWritabilityChanged();
    }

    // Closing.

    private void beginFinish(int code, String text) {
        if (finishing || closeSent) {
            return;
        }
        finishing = true;
        finishCode = code;
        finishText = text;
        if (!transport.isStarted()) {
            discarding = true;
        }
        setReading();
        closeAfterTimeout();
        drain();
    }

    /** Ends the connection for a fault of the peer, or of this side; what has arrived before is still delivered. */
    private void fail(int code, String problem, @Nullable Throwable cause) {
        if (!channel.isActive() || discarding) {
            return;
        }
        LOG.debug("Closing a WebSocket with {}: {}", code, problem);
        reader.end();
        transport.ended(WsCloseReason.failure(code, problem, cause));
        discard();
        closeAfterTimeout();
        if (!closeSent) {
            Unwatched.ignore(sendClose(code, problem).addListener(sent -> endOutput()));
        }
    }

    /** Shows the peer that nothing follows, so that it need not wait; closing at once might cost it the Close frame. */
    private void endOutput() {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls != null) {
            Unwatched.ignore(tls.closeOutbound());
        } else if (channel instanceof DuplexChannel duplex) {
            Unwatched.ignore(duplex.shutdownOutput());
        }
    }

    private void discard() {
        discarding = true;
        writer.drop();
        setReading();
    }

    private void onClose(CloseWebSocketFrame close) {
        boolean isAnswer = closeSent;
        int code = close.statusCode() == -1 ? CloseCodes.NO_CODE : close.statusCode();
        reader.end();
        transport.ended(WsCloseReason.peer(code, close.reasonText()));
        discard();
        if (!isAnswer) {
            closeSent = true;
            pongs.drop();
            Unwatched.ignore(channel.writeAndFlush(close.retainedDuplicate()));
        }
        if (isServer) {
            Unwatched.ignore(channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE));
        }
        closeAfterTimeout();
    }

    private ChannelFuture sendClose(int code, String text) {
        closeSent = true;
        pongs.drop();
        return channel.writeAndFlush(new CloseWebSocketFrame(code, CloseText.within(text)));
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
        keepAlive.stop();
        reader.end();
        writer.drop();
        pongs.drop();
        Throwable cause = failure;
        transport.gone(WsCloseReason.failure(
                CloseCodes.ABNORMAL, "the connection was lost: it ended without a Close frame", cause));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof CorruptedWebSocketFrameException corrupted) {
            fail(corrupted.closeStatus().code(), String.valueOf(corrupted.getMessage()), null);
        } else if (cause instanceof DecompressionException) {
            fail(CloseCodes.TOO_BIG, "a compressed message cannot be expanded within the limit", cause);
        } else if (cause instanceof IOException) {
            failure = failure == null ? cause : failure;
            Unwatched.ignore(channel.close());
        } else {
            LOG.warn("A WebSocket failed", cause);
            fail(CloseCodes.INTERNAL_ERROR, "the connection failed", cause);
        }
    }
}
