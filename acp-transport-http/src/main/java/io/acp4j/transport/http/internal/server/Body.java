package io.acp4j.transport.http.internal.server;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The body of a request while it is received. Not safe for use by several threads at once. */
public final class Body {

    private static final byte[] NOTHING = {};

    private final Connections connections;
    private byte[] bytes = NOTHING; // most bodies come in one piece, and then need one array of their size
    private int size;
    private int counted;

    /** Creates an empty body, which counts among all those of the server. */
    public Body(Connections connections) {
        this.connections = connections;
    }

    /** What comes of adding to a body. */
    public enum Growth {
        /** It has been added. */
        ADDED,
        /** The body would be longer than a message may be. */
        TOO_LONG,
        /** The bodies of all requests together take too much. */
        NO_ROOM
    }

    /** Adds what has been received. */
    public Growth add(ByteBuffer content) {
        int more = content.remaining();
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
        content.get(bytes, size, more);
        size += more;
        return Growth.ADDED;
    }

    /** Returns how much has been added. */
    public int size() {
        return size;
    }

    /** Returns all of it. */
    public byte[] whole() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    /** Counts the bytes out; they are delivered, or dropped. */
    public void release() {
        connections.releaseBody(counted);
        counted = 0;
    }
}
