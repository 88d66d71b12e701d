package io.acp4j.transport.ws.internal.netty;

import io.acp4j.rpc.internal.transport.Batch;
import io.acp4j.rpc.internal.transport.OutboundQueue;
import io.acp4j.transport.ws.internal.CloseText;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Writes what is queued, and then the Close frame: on the event loop, or on the thread of a sender that finds a plain socket
 * idle. The last handler of the pipeline, so that whatever is written passes here first; the lock keeps frames whole.
 */
public final class ChannelOutput extends ChannelOutboundHandlerAdapter {

    private final Channel channel;
    private final OutboundQueue queue;
    private final FrameWriter writer;
    private final boolean compressing;
    private final @Nullable DirectSocket direct;
    private final Events events;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable ChannelHandlerContext context;
    /** Bytes of a frame that a sender has begun to write and the socket had no more room for. */
    private @Nullable ByteBuf rest;

    private @Nullable Ending ending;
    private boolean draining;
    private boolean closeSent;

    /**
     * Creates the output of a channel; add it to the pipeline at once, behind all other handlers.
     *
     * @param compressing whether an extension further down in the pipeline has to see each message
     * @param masking whether frames are masked
     */
    public ChannelOutput(Channel channel, OutboundQueue queue, boolean compressing, boolean masking, Events events) {
        this.channel = channel;
        this.queue = queue;
        this.writer = new FrameWriter(masking);
        this.compressing = compressing;
        boolean isPlain = !compressing && channel.pipeline().get(SslHandler.class) == null;
        this.direct = isPlain && channel instanceof DirectSocket socket ? socket : null;
        this.events = events;
    }

    /** Hears of what happens, on any thread. */
    public interface Events {

        /** Is told that messages are on their way. */
        void writing();

        /** Is told that the socket has failed. */
        void failed(IOException failure);
    }

    private record Ending(int code, String text) {}

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        end();
    }

    /**
     * Writes what has been queued, on the thread that has queued it.
     *
     * @return false when the event loop has to {@link #drain}
     */
    public boolean writeHere() {
        DirectSocket socket = direct;
        if (socket == null || channel.eventLoop().inEventLoop() || !lock.tryLock()) {
            return false;
        }
        try {
            if (closeSent || draining || rest != null || !writer.isIdle() || !socket.isQuiet()) {
                return false;
            }
            Batch batch = queue.takeHere(bytes -> true);
            if (batch == null) {
                return true;
            }
            writer.begin(batch);
            events.writing();
            ByteBuf frames = writer.next(channel.alloc());
            try {
                socket.writeAtOnce(frames);
            } catch (IOException e) {
                writer.drop();
                frames.skipBytes(frames.readableBytes());
                events.failed(e);
                return true;
            } finally {
                if (frames.isReadable()) {
                    rest = frames;
                } else {
                    frames.release();
                }
            }
            return rest == null && writer.isIdle() && queue.stop();
        } finally {
            lock.unlock();
        }
    }

    // What follows is for the event loop.

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        lock.lock();
        try {
            writeRest(ctx);
            Unwatched.ignore(ctx.write(message, promise));
        } finally {
            lock.unlock();
        }
    }

    /** Writes what is queued, as far as the channel takes it. */
    public void drain() {
        ChannelHandlerContext ctx = context;
        lock.lock();
        try {
            if (draining || ctx == null || !channel.isActive()) {
                return;
            }
            draining = true;
            try {
                while (writeSome(ctx)) {
                    ctx.flush();
                }
            } finally {
                draining = false;
            }
            Ending asked = ending;
            // Where the channel takes no more, something may still be queued though the writer has nothing left.
            if (asked != null && writer.isIdle() && queue.isFinished() && !closeSent) {
                Unwatched.ignore(close(asked.code(), asked.text()));
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean writeRest(ChannelHandlerContext ctx) {
        ByteBuf bytes = rest;
        if (bytes == null) {
            return false;
        }
        rest = null;
        Unwatched.ignore(ctx.write(bytes, ctx.voidPromise()));
        return true;
    }

    /** Writes until the channel has enough; true when anything has been written. */
    private boolean writeSome(ChannelHandlerContext ctx) {
        boolean wrote = writeRest(ctx);
        while (!closeSent && channel.isWritable()) {
            if (writer.isIdle()) {
                Batch batch = queue.take();
                if (batch == null) {
                    break;
                }
                writer.begin(batch);
                events.writing();
            }
            Object next = compressing
                    ? new TextWebSocketFrame(writer.nextMessage(channel.alloc()))
                    : writer.next(channel.alloc());
            Unwatched.ignore(ctx.write(next, ctx.voidPromise()));
            wrote = true;
        }
        return wrote;
    }

    /** Writes the rest of what is queued and then a Close frame. */
    public void finish(int code, String text) {
        ending = new Ending(code, text);
        drain();
    }

    /** Writes a Close frame, behind which nothing more is written. */
    private ChannelFuture close(int code, String text) {
        return sendClose(new CloseWebSocketFrame(code, CloseText.within(text)));
    }

    /** Writes a Close frame, then ends this direction. */
    public void closeAndEnd(int code, String text) {
        Unwatched.ignore(close(code, text).addListener(sent -> endOutput()));
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

    /** Responds to a Close frame, unless one has been sent before. */
    public void answerClose(CloseWebSocketFrame close) {
        if (!closeSent) {
            Unwatched.ignore(sendClose(close.retainedDuplicate()));
        }
    }

    private ChannelFuture sendClose(CloseWebSocketFrame close) {
        lock.lock();
        try {
            closeSent = true;
            return channel.writeAndFlush(close);
        } finally {
            lock.unlock();
        }
    }

    public boolean isCloseSent() {
        return closeSent;
    }

    /** Drops what has not been written, except for the rest of a frame. */
    public void drop() {
        lock.lock();
        try {
            writer.drop();
        } finally {
            lock.unlock();
        }
    }

    /** Lets go of everything. */
    public void end() {
        lock.lock();
        try {
            writer.drop();
            ByteBuf bytes = rest;
            rest = null;
            if (bytes != null) {
                bytes.release();
            }
        } finally {
            lock.unlock();
        }
    }
}
