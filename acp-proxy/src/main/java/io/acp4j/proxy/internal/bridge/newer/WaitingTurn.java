package io.acp4j.proxy.internal.bridge.newer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.internal.bridge.wire.Incoming;
import io.acp4j.proxy.internal.bridge.wire.Json;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A prompt of the client that waits for the agent's work to end. Only the response tells which message of a user is its echo,
 * and it may come after that: from the first such message on, updates wait for the response.
 */
final class WaitingTurn {

    final Incoming request;
    boolean cancelled;

    /** Whether the agent has sent anything since the prompt was inserted. */
    boolean active;

    @Nullable
    String messageId;

    /** The state that has ended the work although the prompt has no response yet; null when none has. */
    @Nullable
    JsonNode early;

    private final ArrayDeque<PutOff> updates = new ArrayDeque<>();
    private long characters;
    private boolean released;

    WaitingTurn(Incoming request) {
        this.request = request;
    }

    boolean isInserted() {
        return messageId != null;
    }

    /** Puts an update off if it may be the echo of the prompt, or comes behind one that may; returns whether it does. */
    boolean putsOff(ObjectNode params) {
        if (isInserted() || released) {
            return false;
        }
        boolean ofUser = Json.text(params.path("update"), "sessionUpdate", "").startsWith("user_message");
        if (updates.isEmpty() && !ofUser) {
            return false;
        }
        PutOff update = new PutOff(params, params.toString().length());
        updates.add(update);
        characters += update.characters;
        return true;
    }

    /** Returns the oldest update that was put off when there are more than so many, or they are longer; null when not. */
    @Nullable
    ObjectNode surplus(int limit, long maxCharacters) {
        return updates.size() > limit || characters > maxCharacters ? next() : null;
    }

    /** Puts off no more updates. */
    void release() {
        released = true;
    }

    /** Returns whether no more updates are put off though the prompt has no response yet. */
    boolean isReleased() {
        return released && !isInserted();
    }

    /** Returns the oldest update that was put off; null when there is none. */
    @Nullable
    ObjectNode next() {
        PutOff next = updates.poll();
        if (next == null) {
            return null;
        }
        characters -= next.characters;
        return next.params;
    }

    int waiting() {
        return updates.size();
    }

    /** Returns whether a message says what the prompt, or its beginning, says; for those that cannot wait for the response. */
    boolean mayBe(JsonNode content) {
        return text(request.params().path("prompt")).startsWith(text(content));
    }

    private record PutOff(ObjectNode params, int characters) {}

    private static String text(JsonNode content) {
        StringBuilder text = new StringBuilder();
        for (JsonNode block : content.isArray() ? content : Json.array().add(content)) {
            String type = Json.text(block, "type", "");
            text.append(type.equals("text") ? Json.text(block, "text", "") : '\u0001' + type);
        }
        return text.toString();
    }
}
