package io.acp4j.inspector.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.TimingReport;
import io.acp4j.rpc.VisibleText;

/** When requests were sent and answered, as a page asks for it and gets it. */
final class TimingMessages {

    private static final int MAX_REQUESTS = 300;

    private TimingMessages() {}

    static ObjectNode of(FrameLog log, JsonNode asked) {
        TimingReport report = log.timings(
                asked.path("from").asLong(0),
                asked.path("to").asLong(Long.MAX_VALUE),
                Math.max(0, asked.path("skip").asInt()),
                Math.min(MAX_REQUESTS, asked.path("count").asInt()));
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("begin", report.begin()).put("end", report.end()).put("width", report.width());
        node.put("matching", report.matching()).put("forgotten", report.forgotten());
        ArrayNode parts = node.putArray("parts");
        for (TimingReport.Part part : report.parts()) {
            parts.addArray()
                    .add(part.framesIn())
                    .add(part.framesOut())
                    .add(part.bytesIn())
                    .add(part.bytesOut())
                    .add(part.waitingForAgent())
                    .add(part.waitingForClient())
                    .add(part.queuedIn())
                    .add(part.queuedOut());
        }
        ArrayNode requests = node.putArray("requests");
        for (TimingReport.Request request : report.requests()) {
            ObjectNode one = requests.addObject();
            one.put("n", request.number())
                    .put("method", VisibleText.line(request.method()))
                    .put("by", request.fromClient() ? "client" : "agent")
                    .put("start", request.start())
                    .put("state", state(request));
            put(one, "latency", request.latency());
            put(one, "first", request.first());
            put(one, "last", request.last());
        }
        return node;
    }

    private static String state(TimingReport.Request request) {
        if (request.isLost()) {
            return "lost";
        }
        if (request.latency() < 0) {
            return "waiting";
        }
        return request.isError() ? "failed" : "done";
    }

    private static void put(ObjectNode node, String name, long micros) {
        if (micros >= 0) {
            node.put(name, micros);
        }
    }
}
