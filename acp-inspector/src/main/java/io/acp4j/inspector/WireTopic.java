package io.acp4j.inspector;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.log.FrameKind;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.FrameRow;
import io.acp4j.inspector.log.WireFacts;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.rpc.VisibleText;
import io.acp4j.rpc.WireListener.Direction;
import java.util.concurrent.TimeUnit;

/** What can be said of the wire as a whole, for the page. */
final class WireTopic {

    private static final int OFTEN = 64;

    private WireTopic() {}

    static void show(FrameLog log, StateBoard board, String topic) {
        renew(log, board, topic);
        log.onConnectionEnded(() -> renew(log, board, topic));
        // A stream of notifications changes counts alone: those need not be sent for each of them.
        log.onRow(row -> {
            if (row.head().kind() != FrameKind.NOTIFICATION || row.problem() != null || isSometimes(row)) {
                renew(log, board, topic);
            }
        });
    }

    static void renew(FrameLog log, StateBoard board, String topic) {
        board.put(topic, () -> json(log));
    }

    private static boolean isSometimes(FrameRow row) {
        return row.number() % OFTEN == 0;
    }

    private static ObjectNode json(FrameLog log) {
        WireFacts facts = log.facts();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("framesIn", facts.frames(Direction.INBOUND)).put("framesOut", facts.frames(Direction.OUTBOUND));
        node.put("bytesIn", facts.bytes(Direction.INBOUND)).put("bytesOut", facts.bytes(Direction.OUTBOUND));
        node.put("problems", facts.problems());
        node.put("waitingForAgent", facts.unanswered(Direction.OUTBOUND));
        node.put("waitingForClient", facts.unanswered(Direction.INBOUND));
        long[] queues = log.queues();
        if (queues != null) {
            node.put("queuedIn", queues[0]).put("queuedOut", queues[1]);
        }
        ArrayNode pending = node.putArray("pending");
        for (FrameRow row : facts.waiting()) {
            ObjectNode request = pending.addObject();
            request.put("n", row.number())
                    .put("method", VisibleText.line(String.valueOf(row.method())))
                    .put("by", row.direction() == Direction.OUTBOUND ? "client" : "agent")
                    .put("since", TimeUnit.MICROSECONDS.toMillis(row.micros()));
            if (row.head().session() != null) {
                request.put("session", VisibleText.line(row.head().session()));
            }
        }
        ArrayNode methods = node.putArray("methods");
        for (WireFacts.Latencies method : facts.latencies()) {
            methods.addObject()
                    .put("name", VisibleText.line(method.name()))
                    .put("by", method.direction() == Direction.OUTBOUND ? "client" : "agent")
                    .put("count", method.count())
                    .put("errors", method.errors())
                    .put("median", method.median())
                    .put("p90", method.p90())
                    .put("p99", method.p99())
                    .put("max", method.max());
        }
        return node;
    }
}
