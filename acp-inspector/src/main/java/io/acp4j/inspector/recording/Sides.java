package io.acp4j.inspector.recording;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.inspector.recording.Noted.Sender;
import io.acp4j.schema.Method;
import io.acp4j.schema.Side;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.method.V2Methods;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds out who has sent a frame: from what its line says, else from its method, or from the request of its response. */
final class Sides {

    private static final Map<String, Set<Side>> HANDLERS = new HashMap<>();

    static {
        Stream.concat(Methods.ALL.stream(), V2Methods.ONLY.stream()).forEach(Sides::add);
    }

    private final boolean recorderIsClient;
    private final Map<JsonNode, Boolean> askedByClient = new HashMap<>();

    /** Looks through what is known of a recording for who has made it. */
    Sides(List<Noted> lines) throws IOException {
        recorderIsClient = recorderIsClient(lines);
    }

    private static void add(Method<?> method) {
        HANDLERS.put(method.name(), method.handledBy());
        Method<?> second = method.in(WireVersion.V2);
        if (second != null) {
            HANDLERS.put(second.name(), second.handledBy());
        }
    }

    private static boolean recorderIsClient(List<Noted> lines) throws IOException {
        boolean isNeeded = false;
        for (Noted line : lines) {
            if (line.sender() == Sender.RECORDER || line.sender() == Sender.PEER) {
                isNeeded = true;
                Boolean asks = asks(line);
                if (asks != null) {
                    return asks == (line.sender() == Sender.RECORDER);
                }
            }
        }
        if (isNeeded) {
            throw new IOException("no frame has a method of the protocol, so its sides cannot be told apart");
        }
        return true;
    }

    /** Returns whether a client has sent it; null when its method does not say. */
    private static @Nullable Boolean asks(Noted line) {
        String method = method(read(line.bytes()));
        Set<Side> handlers = method == null ? null : HANDLERS.get(method);
        return (handlers == null || handlers.size() > 1) ? null : handlers.contains(Side.AGENT);
    }

    private static @Nullable String method(@Nullable JsonNode frame) {
        return frame == null ? null : frame.path("method").textValue();
    }

    private static @Nullable JsonNode read(byte[] bytes) {
        try {
            return FrameJson.MAPPER.readTree(bytes);
        } catch (IOException e) {
            return null; // What is no JSON has no method.
        }
    }

    /** Returns whether the client has sent it; lines come in their order. */
    boolean isFromClient(Noted line) {
        return switch (line.sender()) {
            case CLIENT -> true;
            case AGENT -> false;
            case RECORDER -> recorderIsClient;
            case PEER -> !recorderIsClient;
            case UNKNOWN -> guessed(line);
        };
    }

    private boolean guessed(Noted line) {
        JsonNode frame = read(line.bytes());
        if (frame == null) {
            return false; // What is no message comes from agents, whose output is shared by whatever they load.
        }
        JsonNode id = FrameJson.id(frame);
        if (method(frame) != null) {
            Boolean asks = asks(line);
            boolean isFromClient = asks != null && asks;
            if (!id.isMissingNode()) {
                askedByClient.put(id, isFromClient);
            }
            return isFromClient;
        }
        Boolean asker = askedByClient.remove(id);
        return asker != null && !asker;
    }
}
