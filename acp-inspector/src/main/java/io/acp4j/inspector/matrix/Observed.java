package io.acp4j.inspector.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.FrameRow;
import io.acp4j.rpc.WireListener.Direction;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What was seen of an agent on its newest connection: which methods were used, by whom, and what became of the requests. */
public final class Observed {

    /** How many methods and kinds of updates are told apart. */
    static final int MAX_USES = 500;

    /** How many error responses are looked into for their codes. */
    private static final int MAX_CODES = 1_000;

    private static final int METHOD_NOT_FOUND = -32601;

    private final Map<String, Use> uses = new TreeMap<>();
    private @Nullable JsonNode initialized;
    private int codes;

    /** A method, or a kind of update, and how often it was used. */
    private static final class Use {

        private final String name;
        private final boolean byClient;
        private long requests;
        private long notifications;
        private long results;
        private long errors;
        private long unsupported;

        private Use(String name, boolean byClient) {
            this.name = name;
            this.byClient = byClient;
        }

        /** Returns what became of it, in a word or two that are the same for all agents with which it was the same. */
        private String outcome() {
            if (requests == 0) {
                return "sent";
            }
            if (!byClient) {
                return "asked"; // What became of it was up to the client.
            }
            if (results == 0) {
                return errors == 0 ? "no response" : errors == unsupported ? "not supported" : "fails";
            }
            return errors == 0 ? "works" : "fails at times";
        }

        private ObjectNode json() {
            ObjectNode node = Offers.JSON.createObjectNode().put("name", name);
            node.put("by", byClient ? "client" : "agent").put("outcome", outcome());
            if (requests == 0) {
                return node.put("notifications", notifications);
            }
            return node.put("requests", requests)
                    .put("results", results)
                    .put("errors", errors)
                    .put("unsupported", unsupported)
                    .put("unanswered", Math.max(0, requests - results - errors));
        }
    }

    private Observed() {}

    /**
     * Returns what a log says.
     *
     * @param log the frames
     * @return what was seen since the newest {@code initialize}, or in all of it where there is none
     */
    public static Observed of(FrameLog log) {
        Observed observed = new Observed();
        long end = log.end();
        for (long number = log.first(); number < end; number++) {
            FrameRow row = log.row(number);
            if (row != null && row.direction() != null && row.method() != null) {
                observed.add(log, row, row.method(), row.direction() == Direction.OUTBOUND);
            }
        }
        return observed;
    }

    private void add(FrameLog log, FrameRow row, String method, boolean fromClient) {
        switch (row.head().kind()) {
            case REQUEST -> {
                if (fromClient && method.equals("initialize")) {
                    uses.clear();
                    initialized = null;
                }
                Use use = use(method, fromClient);
                use.requests++;
            }
            case NOTIFICATION -> {
                String update = row.head().update();
                use(update == null ? method : method + " " + update, fromClient).notifications++;
            }
            case RESPONSE -> {
                use(method, !fromClient).results++;
                byte[] bytes = method.equals("initialize") && !fromClient ? log.bytes(row.number()) : null;
                initialized = bytes == null ? initialized : Offers.initialized(bytes);
            }
            case ERROR -> {
                Use use = use(method, !fromClient);
                use.errors++;
                use.unsupported += code(log, row.number()) == METHOD_NOT_FOUND ? 1 : 0;
            }
            default -> {}
        }
    }

    private Use use(String method, boolean byClient) {
        String name = Offers.line(method);
        String key = name + (byClient ? " client" : " agent");
        Use found = uses.get(key);
        if (found == null) {
            found = new Use(name, byClient);
            if (uses.size() < MAX_USES) {
                uses.put(key, found);
            }
        }
        return found;
    }

    private int code(FrameLog log, long number) {
        byte[] bytes = codes++ < MAX_CODES ? log.bytes(number) : null;
        try {
            return bytes == null
                    ? 0
                    : Offers.JSON.readTree(bytes).at("/error/code").asInt();
        } catch (IOException e) {
            return 0; // It was an error response to the log, whatever its code is.
        }
    }

    /**
     * Returns the response to the newest {@code initialize}.
     *
     * @return its result; null when there is none
     */
    public @Nullable JsonNode initialized() {
        return initialized;
    }

    /**
     * Returns what was used, in a word each.
     *
     * @return the outcome by the name of the method or the kind of update; with {@code (agent)} after what the agent has asked for
     */
    public Map<String, String> outcomes() {
        Map<String, String> outcomes = new TreeMap<>();
        uses.values()
                .forEach(use -> outcomes.put(
                        use.byClient || use.requests == 0 ? use.name : use.name + " (agent)", use.outcome()));
        return outcomes;
    }

    /**
     * Returns what was used, with the numbers.
     *
     * @return an object for each method or kind of update
     */
    public ArrayNode json() {
        ArrayNode list = Offers.JSON.createArrayNode();
        uses.values().forEach(use -> list.add(use.json()));
        return list;
    }
}
