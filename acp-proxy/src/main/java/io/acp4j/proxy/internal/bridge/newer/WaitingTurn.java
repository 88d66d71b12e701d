package io.acp4j.proxy.internal.bridge.newer;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.proxy.internal.bridge.wire.Incoming;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A prompt of the client that waits for the agent's work to end. */
final class WaitingTurn {

    /** How many messages of users are remembered that came before the response to the prompt. */
    private static final int MAX_ECHOES = 16;

    final Incoming request;
    boolean cancelled;

    /** Whether the agent has sent anything since the prompt was inserted. */
    boolean active;

    @Nullable
    String messageId;

    /** Messages of users that came since the prompt was sent, each with the state that ended the work after it. */
    private final Map<String, JsonNode> echoes = new LinkedHashMap<>();

    private final JsonNode notYet;

    WaitingTurn(Incoming request, JsonNode notYet) {
        this.request = request;
        this.notYet = notYet;
    }

    boolean isInserted() {
        return messageId != null;
    }

    void echo(String id) {
        if (echoes.size() < MAX_ECHOES) {
            echoes.putIfAbsent(id, notYet);
        }
    }

    void idle(JsonNode state) {
        echoes.replaceAll((id, end) -> end.equals(notYet) ? state : end);
    }

    /** Returns the state that ended this work before the response to the prompt came; null when none did. */
    @Nullable
    JsonNode inserted(String id) {
        messageId = id;
        JsonNode end = echoes.get(id);
        active |= end != null;
        echoes.clear();
        return end == null || end.equals(notYet) ? null : end;
    }
}
