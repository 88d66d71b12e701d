package io.acp4j.inspector.recording;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.inspector.recording.WireRecording.Connection;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the connection of each frame. Without names of connections, a repeated request {@code initialize} begins the next one, and a
 * response belongs to the previous connection if its request is pending only there.
 */
final class ConnectionSplitter {

    private static final int MAX_REQUESTS = 10_000;

    private final boolean hasNames;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<Connection> opened = new ArrayList<>();
    private Set<JsonNode> waiting = new HashSet<>();
    private Set<JsonNode> waitingBefore = new HashSet<>();
    private int current = 1;
    private boolean isInitialized;

    ConnectionSplitter(List<RecordedLine> lines) {
        hasNames = lines.stream().anyMatch(line -> line.connection() != null);
    }

    /** Notes the start of a connection. */
    void opened(RecordedLine line, Instant time) {
        opened.add(new Connection(named(line.connection()), time, String.valueOf(line.opened())));
    }

    /** Returns the number of the connection of a frame. Called for the frames in their order. */
    int numberOf(RecordedLine line, boolean fromClient) {
        return hasNames ? named(line.connection()) : counted(line, fromClient);
    }

    /** Returns the connections whose start is recorded. */
    List<Connection> opened() {
        return opened;
    }

    private int named(@Nullable String name) {
        if (name == null) {
            return current;
        }
        current = numbers.computeIfAbsent(name, unused -> numbers.size() + 1);
        return current;
    }

    private int counted(RecordedLine line, boolean fromClient) {
        JsonNode frame = read(line.bytes());
        JsonNode id = FrameJson.id(frame);
        boolean isCall = frame.has("method");
        if (fromClient
                && isCall
                && !id.isMissingNode()
                && frame.path("method").asText().equals("initialize")) {
            if (isInitialized) {
                current++;
                waitingBefore = waiting;
                waiting = new HashSet<>();
            }
            isInitialized = true;
        }
        if (id.isMissingNode()) {
            return current;
        }
        JsonNode key =
                FrameJson.MAPPER.createArrayNode().add(isCall == fromClient).add(id);
        if (isCall) {
            if (waiting.size() < MAX_REQUESTS) {
                waiting.add(key);
            }
            return current;
        }
        return !waiting.remove(key) && waitingBefore.remove(key) ? current - 1 : current;
    }

    private static JsonNode read(byte[] bytes) {
        try {
            return FrameJson.read(bytes);
        } catch (IOException e) {
            return FrameJson.MAPPER.missingNode(); // Input that is not JSON has no id.
        }
    }
}
