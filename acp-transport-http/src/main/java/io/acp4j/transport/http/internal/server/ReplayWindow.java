package io.acp4j.transport.http.internal.server;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The last events of a stream, for a client that comes back. Used under the lock of its stream. */
final class ReplayWindow {

    private final int maxBytes;
    private final Deque<byte[]> events = new ArrayDeque<>();
    private long bytes;
    /** The number of the last event that was taken, whether or not it is still kept. */
    private long last;

    ReplayWindow(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    boolean isOn() {
        return maxBytes > 0;
    }

    /** Keeps the next event, and lets go of the oldest ones that there is no room for. */
    void add(byte[] event) {
        last++;
        events.add(event);
        bytes += event.length;
        while (bytes > maxBytes) {
            bytes -= events.remove().length;
        }
    }

    /** Returns the events behind one; null when they are no longer all there, or the number is none that was given. */
    @Nullable
    List<byte[]> after(long number) {
        long missing = last - number;
        if (missing < 0 || missing > events.size()) {
            return null;
        }
        List<byte[]> all = new ArrayList<>(events);
        return all.subList((int) (all.size() - missing), all.size());
    }
}
