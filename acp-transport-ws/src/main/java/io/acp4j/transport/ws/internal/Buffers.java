package io.acp4j.transport.ws.internal;

import io.acp4j.rpc.internal.transport.Pool;

/** Keeps a few buffers for the next connection that receives something, so that an idle connection holds none. */
public final class Buffers {

    /** How many buffers are kept in this JVM. */
    private static final int KEPT = 32;

    /** The largest buffer that is kept. */
    private static final int KEPT_BYTES = 256 * 1024;

    private static final Pool<Messages> POOL = new Pool<>(KEPT);

    private Buffers() {}

    /** Returns an empty run of messages. */
    public static Messages messages() {
        int share = POOL.share();
        Messages messages = POOL.take(share);
        return messages == null ? new Messages(share) : messages;
    }

    /** Takes a run of messages back that nobody uses any more. */
    public static void release(Messages messages) {
        if (messages.clear(KEPT_BYTES)) {
            POOL.giveBack(messages.share(), messages);
        }
    }
}
