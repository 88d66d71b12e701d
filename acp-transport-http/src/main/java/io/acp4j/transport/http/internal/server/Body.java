package io.acp4j.transport.http.internal.server;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** The body of a request while it is received. Used by one event loop. */
final class Body {

    private static final int INITIAL_BYTES = 4 * 1024;

    private final Connections connections;
    private byte[] bytes = new byte[INITIAL_BYTES];
    private int size;
    private int counted;

    Body(Connections connections) {
        this.connections = connections;
    }

    /** What comes of adding to a body. */
    enum Growth {
        ADDED,
        TOO_LONG,
        NO_ROOM
    }

    Growth add(ByteBuf content) {
        int more = content.readableBytes();
        if (more > connections.limits().maxMessageBytes() - size) {
            return Growth.TOO_LONG;
        }
        if (!connections.takeBody(more)) {
            return Growth.NO_ROOM;
        }
        counted += more;
        if (more > bytes.length - size) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, (int) Math.min(2L * bytes.length, 1 << 30)));
        }
        content.readBytes(bytes, size, more);
        size += more;
        return Growth.ADDED;
    }

    byte[] whole() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    int size() {
        return size;
    }

    /** Counts the bytes out; they are delivered, or dropped. */
    void release() {
        connections.releaseBody(counted);
        counted = 0;
    }
}
