package io.acp4j.transport.http.internal.server;

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

/** One response that carries a stream of events. What is not said otherwise may be called on any thread. */
final class EventResponse {

    private static final Logger LOG = LoggerFactory.getLogger(EventResponse.class);

    private final Channel channel;
    private final EventStream stream;
    private final Runnable drain = this::drainHere;
    private volatile long lastWrite = System.nanoTime();
    private @Nullable String farewell;
    private boolean finishing;
    private boolean ended;
    private long stuckNanos;
    private long stuckAt;

    EventResponse(Channel channel, EventStream stream) {
        this.channel = channel;
        this.stream = stream;
    }

    /** Writes what is queued, as far as the channel takes it. */
    void drain() {
        onLoop(drain);
    }

    /** Ends once everything that is queued has been written. */
    void finish(String comment) {
        onLoop(() -> {
            farewell = comment;
            finishing = true;
            drainHere();
        });
    }

    /** Ends at once. */
    void end(String comment) {
        onLoop(() -> {
            farewell = comment;
            endHere();
        });
    }

    /** Ends, whatever the channel takes. */
    void cut() {
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
            ByteBuf piece = stream.next(this, channel.alloc());
            if (piece == null) {
                break;
            }
            Unwatched.ignore(channel.write(new DefaultHttpContent(piece)));
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

    /** Sends a comment when nothing else has been sent for a while. */
    void keepAlive(long afterNanos) {
        if (System.nanoTime() - lastWrite >= afterNanos) {
            onLoop(() -> {
                if (!ended && channel.isActive() && channel.isWritable() && stream.isBetweenEvents()) {
                    lastWrite = System.nanoTime();
                    Unwatched.ignore(channel.writeAndFlush(
                            new DefaultHttpContent(ByteBufUtil.writeUtf8(channel.alloc(), ":\n\n"))));
                }
            });
        }
    }

    /**
     * Counts how long the client has read nothing while something was to be read; called by one thread at a time.
     *
     * @param passed how long ago the last look was
     */
    long stuckNanos(long passed) {
        long backlog = channel.isWritable() ? 0 : Math.max(1, channel.bytesBeforeWritable());
        stuckNanos = backlog != 0 && backlog == stuckAt ? stuckNanos + passed : 0;
        stuckAt = backlog;
        return stuckNanos;
    }
}
