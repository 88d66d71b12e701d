package io.acp4j.transport.stdio.internal;

import io.acp4j.rpc.transport.CloseReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A pair of streams. */
public record StreamWire(
        String name,
        InputStream input,
        OutputStream output,
        int outputCapacity,
        @Nullable PipeProbe probe,
        long closeNanos)
        implements Wire {

    @Override
    public int unreadOutput() {
        return probe == null ? Integer.MAX_VALUE : probe.unread();
    }

    @Override
    public void whenGone(Runnable action, ThreadFactory threads) {
        // Only the streams themselves tell.
    }

    @Override
    public InputEnd inputEnded(@Nullable IOException failure) {
        if (failure != null) {
            return new InputEnd(CloseReason.failure("the input failed: " + failure.getMessage(), failure), false);
        }
        return new InputEnd(CloseReason.peer("the input has ended"), true);
    }

    @Override
    public CloseReason outputFailed(IOException failure) {
        return CloseReason.failure("the output failed: " + failure.getMessage(), failure);
    }

    @Override
    public void shutDown(Wait inputEnd) throws InterruptedException {
        if (!inputEnd.await(closeNanos)) {
            log().debug("The peer has not closed its output");
        }
    }

    @Override
    public void release() {
        try {
            input.close();
        } catch (IOException e) {
            log().debug("The input stream failed while it was closed", e);
        }
    }

    /** Returns the logger; looked up late, since finding the logging library is a part of a program's start. */
    private static Logger log() {
        return LoggerFactory.getLogger(StreamWire.class);
    }
}
