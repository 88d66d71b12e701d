package io.acp4j.inspector.log;

import io.acp4j.rpc.WireListener.Direction;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The requests of both sides that wait for a response, and what pairs with them. Used under the lock of its log. */
final class PendingRequests {

    /** How many requests of a side may wait for a response before the oldest is not paired any more. */
    static final int MAX = 10_000;

    private final Map<String, FrameRow> fromClient = pending();
    private final Map<String, FrameRow> fromAgent = pending();

    private static Map<String, FrameRow> pending() {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, FrameRow> eldest) {
                boolean isFull = size() > MAX;
                if (isFull) {
                    eldest.getValue().setWaits(false);
                }
                return isFull;
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
        switch (row.head().kind()) {
            case REQUEST -> {
                row.setWaits(true);
                FrameRow before = requestsFrom(direction).put(id, row);
                if (before != null) {
                    before.setWaits(false);
                    row.misses("its id is that of request #" + before.number() + ", which has no response yet");
                }
            }
            case RESPONSE, ERROR -> {
                Direction asker = direction == Direction.INBOUND ? Direction.OUTBOUND : Direction.INBOUND;
                FrameRow request = requestsFrom(asker).remove(id);
                if (request != null) {
                    row.pairWith(request);
                } else if (!id.equals("null")) {
                    row.misses("no request with this id waits for a response");
                }
            }
            default -> {}
        }
    }

    private Map<String, FrameRow> requestsFrom(Direction direction) {
        return direction == Direction.OUTBOUND ? fromClient : fromAgent;
    }

    int ofClient() {
        return fromClient.size();
    }

    int ofAgent() {
        return fromAgent.size();
    }

    /** Returns the oldest requests of both sides, in their order. */
    List<FrameRow> oldest(int atMost) {
        return Stream.concat(
                        fromClient.values().stream().limit(atMost),
                        fromAgent.values().stream().limit(atMost))
                .sorted(Comparator.comparingLong(FrameRow::number))
                .limit(atMost)
                .toList();
    }

    /** Forgets all: responses on another connection are not to be paired with them. */
    void clear() {
        fromClient.values().forEach(row -> row.setWaits(false));
        fromAgent.values().forEach(row -> row.setWaits(false));
        fromClient.clear();
        fromAgent.clear();
    }
}
