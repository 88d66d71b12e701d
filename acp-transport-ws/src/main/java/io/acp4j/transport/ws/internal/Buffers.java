package io.acp4j.transport.ws.internal;

import java.util.concurrent.ArrayBlockingQueue;

/** Keeps a few buffers for the next connection that receives something, for all connections of this JVM together. */
public final class Buffers {

    /** How many buffers are kept. */
    private static final int KEPT = 32;

    /** The largest buffer that is kept. */
    private static final int KEPT_BYTES = 256 * 1024;

    private static final ArrayBlockingQueue<Messages> MESSAGES = new ArrayBlockingQueue<>(KEPT);

    private Buffers() {}

    /** Returns an empty run of messages. */
    public static Messages messages() {
        Messages messages = MESSAGES.poll();
        return messages == null ? new Messages() : messages;
    }

    /** Takes a run of messages back that nobody uses any more. */
    public static void release(Messages messages) {
        if (messages.clear(KEPT_BYTES)) {
            MESSAGES.offer(messages);
        }
    }
}
