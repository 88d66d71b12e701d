package io.acp4j.transport.http.internal.server;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Keeps the last events of a stream that were passed to a response, for a returning client. Used under the lock of its stream. */
final class ReplayWindow {

    private final int maxBytes;
    private final long maxBytesInAll;
    private final AtomicLong bytesInAll;
    private final Deque<byte[]> events = new ArrayDeque<>();
    private long bytes;
    /** Number of the last added event, which need not be kept. */
    private long last;

    /**
     * Creates an empty window.
     *
     * @param maxBytes the maximum size of the kept events; 0 keeps no events
     * @param maxBytesInAll the maximum size of the kept events of all windows of the connection
     * @param bytesInAll the size of the kept events of all windows of the connection
     */
    ReplayWindow(int maxBytes, long maxBytesInAll, AtomicLong bytesInAll) {
        this.maxBytes = maxBytes;
        this.maxBytesInAll = maxBytesInAll;
        this.bytesInAll = bytesInAll;
    }

    boolean isOn() {
        return maxBytes > 0;
    }

    /** Adds the next event, and removes the oldest events that exceed a limit. */
    void add(byte[] source, int start, int end) {
        last++;
        if (end - start > maxBytes) {
            clear();
            return;
        }
        events.add(Arrays.copyOfRange(source, start, end));
        count(end - start);
        while (bytes > maxBytes || (bytesInAll.get() > maxBytesInAll && !events.isEmpty())) {
            count(-events.remove().length);
        }
    }

    private void count(int more) {
        bytes += more;
        bytesInAll.addAndGet(more);
    }

    /** Removes all events. */
    void clear() {
        events.clear();
        bytesInAll.addAndGet(-bytes);
        bytes = 0;
    }

    /** Returns the events after the specified number; null if some of them are no longer kept, or the number is unknown. */
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
