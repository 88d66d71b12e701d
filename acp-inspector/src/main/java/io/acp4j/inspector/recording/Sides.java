package io.acp4j.inspector.recording;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.inspector.recording.RecordedLine.Sender;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the sender of each message: from its line, or else from its method or from the request of a response. */
final class Sides {

    /** Maximum share of messages that contradict the directions of a recording, as one in so many. */
    private static final int MAX_CONTRADICTIONS = 10;

    private static final int MAX_REQUESTS = 10_000;

    /** True if the recorder is the client; null if the directions do not state the sender. */
    private final @Nullable Boolean recorderIsClient;

    private final Map<JsonNode, Deque<Boolean>> askedByClient = new HashMap<>();

    Sides(List<RecordedLine> lines) {
        recorderIsClient = recorderIsClient(lines);
    }

    /** The directions of a recorder are those of the client or of the agent, as most methods state. */
    private static @Nullable Boolean recorderIsClient(List<RecordedLine> lines) {
        int client = 0;
        int agent = 0;
        for (RecordedLine line : lines) {
            boolean isRecorder = line.sender() == Sender.RECORDER;
            if (isRecorder || line.sender() == Sender.PEER) {
                Boolean asks = MessageShape.isSentByClient(method(read(line.bytes())));
                if (asks != null) {
                    client += asks == isRecorder ? 1 : 0;
                    agent += asks == isRecorder ? 0 : 1;
                }
            }
        }
        if (Math.min(client, agent) * MAX_CONTRADICTIONS > Math.max(client, agent)) {
            return null;
        }
        return client >= agent;
    }

    private static @Nullable String method(@Nullable JsonNode frame) {
        return frame == null ? null : frame.path("method").textValue();
    }

    private static @Nullable JsonNode read(byte[] bytes) {
        try {
            return FrameJson.read(bytes);
        } catch (IOException e) {
            return null; // Input that is not JSON has no method.
        }
    }

    /** Returns true if the client has sent it. Called for the lines in their order. */
    boolean isFromClient(RecordedLine line) {
        JsonNode frame = read(line.bytes());
        boolean isFromClient = switch (line.sender()) {
            case CLIENT -> true;
            case AGENT -> false;
            case RECORDER -> recorderIsClient == null ? guessed(frame) : recorderIsClient;
            case PEER -> recorderIsClient == null ? guessed(frame) : !recorderIsClient;
            case UNKNOWN -> guessed(frame);
        };
        note(frame, isFromClient);
        return isFromClient;
    }

    /** Input without a method comes from agents, whose output is shared by the programs that they run. */
    private boolean guessed(@Nullable JsonNode frame) {
        if (frame == null || !frame.isObject()) {
            return false;
        }
        if (method(frame) != null) {
            return Boolean.TRUE.equals(MessageShape.isSentByClient(method(frame)));
        }
        Deque<Boolean> askers = askedByClient.get(FrameJson.id(frame));
        return askers != null && !askers.isEmpty() && !askers.getLast();
    }

    /** Both sides may use the same id. The newest request without a response is the one that a response belongs to. */
    private void note(@Nullable JsonNode frame, boolean isFromClient) {
        JsonNode id = frame == null ? FrameJson.MAPPER.missingNode() : FrameJson.id(frame);
        if (id.isMissingNode()) {
            return;
        }
        if (method(frame) == null) {
            Deque<Boolean> askers = askedByClient.get(id);
            if (askers != null) {
                askers.removeLastOccurrence(!isFromClient);
                if (askers.isEmpty()) {
                    askedByClient.remove(id);
                }
            }
        } else if (askedByClient.size() < MAX_REQUESTS) {
            Deque<Boolean> askers = askedByClient.computeIfAbsent(id, unused -> new ArrayDeque<>());
            askers.addLast(isFromClient);
            if (askers.size() > 4) {
                askers.removeFirst();
            }
        }
    }
}
