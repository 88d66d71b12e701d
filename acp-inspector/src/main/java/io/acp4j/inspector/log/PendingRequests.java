package io.acp4j.inspector.log;

import io.acp4j.rpc.WireListener.Direction;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The requests of both sides that wait for a response, and what pairs with them. Used under the lock of its log. */
final class PendingRequests {

    /** How many requests of a side may wait for a response before the oldest is not paired any more. */
    static final int MAX = 10_000;

    /** An id of a request, which is unique only within its connection. */
    private record Key(int connection, String id) {}

    private final Map<Key, FrameRow> fromClient = pending();
    private final Map<Key, FrameRow> fromAgent = pending();
    private final Map<Key, FrameRow> endedFromClient = pending();
    private final Map<Key, FrameRow> endedFromAgent = pending();

    private static Map<Key, FrameRow> pending() {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, FrameRow> eldest) {
                return size() > MAX;
            }
        };
    }

    /** Notes a request, or pairs a response with the request that it belongs to. */
    void pair(FrameRow row) {
        Direction direction = row.direction();
        String id = row.head().id();
        if (direction == null || id == null) {
            return;
        }
        Key key = new Key(row.connection(), id);
        switch (row.head().kind()) {
            case REQUEST -> {
                FrameRow before = requestsFrom(direction).put(key, row);
                if (before != null) {
                    row.misses("its id is that of request #" + before.number() + ", which has no response yet");
                }
            }
            case RESPONSE, ERROR -> {
                Direction asker = direction == Direction.INBOUND ? Direction.OUTBOUND : Direction.INBOUND;
                FrameRow request = requestsFrom(asker).remove(key);
                if (request == null) {
                    request = endedRequestsFrom(asker).remove(key);
                }
                if (request != null) {
                    row.pairWith(request);
                } else if (!id.equals("null")) {
                    row.misses("no request with this id waits for a response");
                }
            }
            default -> {}
        }
    }

    private Map<Key, FrameRow> requestsFrom(Direction direction) {
        return direction == Direction.OUTBOUND ? fromClient : fromAgent;
    }

    private Map<Key, FrameRow> endedRequestsFrom(Direction direction) {
        return direction == Direction.OUTBOUND ? endedFromClient : endedFromAgent;
    }

    int ofClient() {
        return fromClient.size();
    }

    int ofAgent() {
        return fromAgent.size();
    }

    /** Ends the wait of the requests of a connection. A late response is still paired with its request. */
    void ended(int connection) {
        move(connection, fromClient, endedFromClient);
        move(connection, fromAgent, endedFromAgent);
    }

    private static void move(int connection, Map<Key, FrameRow> from, Map<Key, FrameRow> to) {
        Iterator<Map.Entry<Key, FrameRow>> entries = from.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<Key, FrameRow> entry = entries.next();
            if (entry.getKey().connection() == connection) {
                to.put(entry.getKey(), entry.getValue());
                entries.remove();
            }
        }
    }

    void clear() {
        fromClient.clear();
        fromAgent.clear();
        endedFromClient.clear();
        endedFromAgent.clear();
    }
}
