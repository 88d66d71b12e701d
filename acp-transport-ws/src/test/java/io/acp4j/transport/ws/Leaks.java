package io.acp4j.transport.ws;

import io.netty.buffer.ByteBufUtil;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The buffers that were never given back, as Netty's detector finds them. */
final class Leaks {

    private static final List<String> FOUND = new CopyOnWriteArrayList<>();

    static {
        ByteBufUtil.setLeakListener((resource, records) -> FOUND.add(resource + ": " + records));
    }

    private Leaks() {}

    /** Begins to listen. */
    static void watch() {}

    static List<String> found() {
        return FOUND;
    }
}
