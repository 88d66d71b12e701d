package io.acp4j.transport.http.internal.netty;

import io.acp4j.transport.http.internal.server.EventResponse;
import io.acp4j.transport.http.internal.server.EventStream;
import io.acp4j.transport.ws.internal.netty.Unwatched;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One response that carries a stream of events, on a channel. Its methods may be called on any thread. */
final class ChannelEvents implements EventResponse {

    private static final String COMMENT = ":\n\n";
    private static final String EMPTY_LINE = "\n";

    private static final Logger LOG = LoggerFactory.getLogger(ChannelEvents.class);

    /** How many bytes are handed to the channel at a time. */
    private static final int PIECE_BYTES = 64 * 1024;

    private final Channel channel;
    private final EventStream stream;
    private final Runnable drain = this::drainHere;
    private volatile long lastWrite = System.nanoTime();
    private @Nullable String farewell;
    private boolean finishing;
    private boolean ended;
    private long stuckNanos;
    private long stuckAt;

    ChannelEvents(Channel channel, EventStream stream) {
        this.channel = channel;
        this.stream = stream;
    }

    @Override
    public void drain() {
        onLoop(drain);
    }

    @Override
    public void finish(String comment) {
        onLoop(() -> {
            farewell = comment;
            finishing = true;
            drainHere();
        });
    }

    @Override
    public void end(String comment) {
        onLoop(() -> {
            farewell = comment;
            endHere();
        });
    }

    @Override
    public void cut() {
        Unwatched.ignore(channel.close());
    }

    private void onLoop(Runnable task) {
        try {
            channel.eventLoop().execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("An event loop has ended before a stream of events", e);
        }
    }

    private void drainHere() {
        if (ended || !channel.isActive()) {
            return;
        }
        boolean wrote = false;
        while (channel.isWritable()) {
            if (!stream.next(this, PIECE_BYTES, this::write)) {
                break;
            }
            wrote = true;
        }
        if (wrote) {
            lastWrite = System.nanoTime();
            channel.flush();
        }
        if (finishing && stream.isFinished()) {
            endHere();
        } else if (wrote && channel.isWritable()) {
            // What was flushed at once may have made room without anybody being told.
            drain();
        }
    }

    private void write(byte[] bytes, int offset, int length) {
        ByteBuf piece = channel.alloc().directBuffer(length).writeBytes(bytes, offset, length);
        Unwatched.ignore(channel.write(new DefaultHttpContent(piece)));
    }

    private void endHere() {
        if (ended) {
            return;
        }
        ended = true;
        DefaultLastHttpContent last = new DefaultLastHttpContent();
        if (farewell != null && stream.isBetweenEvents()) {
            ByteBufUtil.writeUtf8(last.content(), ": " + farewell + "\n\n");
        }
        Unwatched.ignore(channel.writeAndFlush(last).addListener(ChannelFutureListener.CLOSE));
    }

    @Override
    public void begin(boolean isKeptAlive) {
        writeBetweenEvents(isKeptAlive ? COMMENT : EMPTY_LINE);
    }

    @Override
    public void keepAlive(long afterNanos) {
        if (System.nanoTime() - lastWrite >= afterNanos) {
            writeBetweenEvents(COMMENT);
        }
    }

    private void writeBetweenEvents(String text) {
        onLoop(() -> {
            if (!ended && channel.isActive() && channel.isWritable() && stream.isBetweenEvents()) {
                lastWrite = System.nanoTime();
                Unwatched.ignore(
                        channel.writeAndFlush(new DefaultHttpContent(ByteBufUtil.writeUtf8(channel.alloc(), text))));
            }
        });
    }

    @Override
    public long stuckNanos(long passed) {
        long backlog = channel.isWritable() ? 0 : Math.max(1, channel.bytesBeforeWritable());
        stuckNanos = backlog != 0 && backlog == stuckAt ? stuckNanos + passed : 0;
        stuckAt = backlog;
        return stuckNanos;
    }
}
