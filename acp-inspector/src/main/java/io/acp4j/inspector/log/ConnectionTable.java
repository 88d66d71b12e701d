package io.acp4j.inspector.log;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The connections of a log. Guarded by the log. */
final class ConnectionTable {

    /** Maximum number of connections whose start and reason are kept, the newest ones. */
    private static final int MAX = 10_000;

    private final NavigableMap<Integer, LoggedConnection> opened = new TreeMap<>();
    private final NavigableMap<Integer, Long> starts = new TreeMap<>();
    private int newest = 1;
    private boolean isUsed;

    int newest() {
        return newest;
    }

    LoggedConnection open(FrameLog log, long micros, String reason) {
        advance();
        isUsed = true;
        LoggedConnection connection = new LoggedConnection(log, newest, micros, reason);
        opened.put(newest, connection);
        trim(opened);
        return connection;
    }

    /** Makes the next connection the newest one, unless the newest has no rows. */
    void advance() {
        if (isUsed) {
            newest++;
            isUsed = false;
        }
    }

    void added(int connection, long row) {
        starts.putIfAbsent(connection, row);
        trim(starts);
        isUsed |= connection == newest;
    }

    private static void trim(NavigableMap<Integer, ?> map) {
        if (map.size() > MAX) {
            map.pollFirstEntry();
        }
    }

    @Nullable
    LoggedConnection find(int connection) {
        return opened.get(connection);
    }

    long startOf(int connection) {
        return starts.getOrDefault(connection, FrameRow.NONE);
    }
}
