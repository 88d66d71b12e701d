package io.acp4j.proxy.internal.bridge.older;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLoss;
import io.acp4j.proxy.internal.bridge.wire.Json;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Messages in pieces, on their way to the client; those without an id are given one. */
final class Chunks {

    static final String OF_USER = "user_message_chunk";

    private final ClientLink client;
    private final Supplier<String> ids;

    Chunks(ClientLink client, Supplier<String> ids) {
        this.client = client;
        this.ids = ids;
    }

    /** Sends a chunk inside the parameters that it came in. */
    void show(BridgedSession session, ObjectNode params, ObjectNode update) {
        String kind = Json.text(update, "sessionUpdate", "");
        String id = Json.text(update, "messageId");
        if (id != null) {
            session.endChunks();
            if (kind.equals(OF_USER)) {
                session.userMessages.put(id, true);
            }
        } else {
            if (!kind.equals(session.chunkKind)) {
                session.chunkKind = kind;
                session.chunkId = ids.get();
            }
            update.put("messageId", session.chunkId);
            session.losses.add(BridgeLoss.MESSAGE_ID);
        }
        client.update(session, params, update);
    }

    /** Returns whether a chunk of the user, by the id of its message, goes on with a message that the client has been shown. */
    static boolean continues(BridgedSession session, @Nullable String id) {
        return id == null ? OF_USER.equals(session.chunkKind) : session.userMessages.has(id);
    }
}
