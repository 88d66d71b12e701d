package io.acp4j.proxy.internal.bridge.newer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLoss;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Surroundings;

/** Messages: whole ones become chunks, and what has been shown is not shown again. */
final class Messages {

    private static final String KIND = "sessionUpdate";

    private final Surroundings on;
    private final ClientUpdates client;
    private final Turns turns;

    Messages(Surroundings on, ClientUpdates client, Turns turns) {
        this.on = on;
        this.client = client;
        this.turns = turns;
    }

    private boolean hides(ShownSession session, ObjectNode update, boolean ofUser) {
        if (!ofUser) {
            turns.sign(session);
            return false;
        }
        String id = Json.text(update, "messageId", "");
        return !session.isReplaying()
                && turns.isOwnPrompt(session, id, update.path("content"))
                && !on.settings().echoPrompts();
    }

    void chunk(ShownSession session, ObjectNode params, ObjectNode update, String kind) {
        message(session, update, kind).append(update.path("content"));
        if (!hides(session, update, kind.startsWith("user"))) {
            client.send(session, params, update);
        }
    }

    private static ShownMessage message(ShownSession session, ObjectNode update, String kind) {
        String id = kind + ' ' + Json.text(update, "messageId", "");
        return session.messages.get(id, ShownMessage::new);
    }

    void whole(ShownSession session, ObjectNode params, ObjectNode update, String kind) {
        String chunkKind = kind + "_chunk";
        boolean hidden = hides(session, update, kind.startsWith("user"));
        JsonNode content = update.path("content");
        ShownMessage shown = message(session, update, chunkKind);
        if (content.isMissingNode()) {
            return;
        }
        ArrayNode missing = shown.missing(content);
        if (missing == null) {
            session.losses.add(BridgeLoss.MESSAGE_REPLACED);
            shown.become(content);
            if (on.settings().showCorrections() && !hidden) {
                String id = on.ids().get();
                content.forEach(block -> send(session, params, update, chunkKind, id, block));
            }
            return;
        }
        missing.forEach(shown::append);
        if (!hidden) {
            String id = Json.text(update, "messageId", "");
            missing.forEach(block -> send(session, params, update, chunkKind, id, block));
        }
    }

    private void send(
            ShownSession session, ObjectNode params, ObjectNode whole, String kind, String id, JsonNode block) {
        ObjectNode chunk = whole.deepCopy();
        chunk.put(KIND, kind).put("messageId", id).set("content", block);
        client.send(session, params.deepCopy(), chunk);
    }
}
