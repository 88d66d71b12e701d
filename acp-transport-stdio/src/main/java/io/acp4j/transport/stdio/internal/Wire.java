package io.acp4j.transport.stdio.internal;

import io.acp4j.rpc.transport.CloseReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.OptionalLong;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** What lines travel over: a child process, or a pair of streams. Every method returns within a bounded time. */
public interface Wire {

    /** What a pipe holds at least, on any system. */
    int PIPE_BYTES = 4096;

    /** The name that the threads bear. */
    String name();

    InputStream input();

    OutputStream output();

    /** Returns the id of the process at the other end; empty when none was started. */
    default OptionalLong processId() {
        return OptionalLong.empty();
    }

    /** Returns how many bytes the output takes at least while the peer reads nothing. */
    int outputCapacity();

    /** Returns how many bytes lie unread in the output; more than it takes when that cannot be told. */
    default int unreadOutput() {
        return Integer.MAX_VALUE;
    }

    /**
     * Asks to be told when the peer is gone, although its streams may still be open.
     *
     * @param threads makes the thread that waits for it; it ends with {@link #release}
     */
    void whenGone(Runnable action, ThreadFactory threads);

    /** Returns what else the peer has said, for the message of an exception; empty when there is nothing. */
    default String lastWords() {
        return "";
    }

    /** Judges the end of the input; may wait to learn more. */
    InputEnd inputEnded(@Nullable IOException failure);

    /** Judges that the output cannot be written; may wait to learn more. */
    CloseReason outputFailed(IOException failure);

    /** Waits until the peer, whose input is closed, ends by itself; ends it if it does not. */
    void shutDown(Wait inputEnd) throws InterruptedException;

    /** Gives up what is left. */
    void release() throws InterruptedException;

    /** Waits for an event. */
    @FunctionalInterface
    interface Wait {
        /** Waits for a bounded time; false when the event has not come. */
        boolean await(long nanos) throws InterruptedException;
    }

    /**
     * What the end of the input means.
     *
     * @param canSend whether the peer may still be listening
     */
    record InputEnd(CloseReason reason, boolean canSend) {}
}
