package io.acp4j.agent.tree;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.store.StoredFormat;
import io.acp4j.schema.internal.stored.StoredUpdates;
import io.acp4j.schema.json.JsonSyntaxException;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.SessionUpdate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is inside nodes, as JSON in the current {@link StoredFormat} and back. */
final class NodeContent {

    private NodeContent() {}

    /** How a turn ended. */
    record End(StopReason stopReason, boolean interrupted) {}

    static RawJson of(List<SessionUpdate> updates) {
        return StoredUpdates.write(updates);
    }

    static RawJson of(End end) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("stopReason", end.stopReason().value());
        if (end.interrupted()) {
            members.put("interrupted", true);
        }
        return RawJson.of(members);
    }

    static List<SessionUpdate> updates(NodeRef ref, int format, RawJson content) {
        requireKnown(ref, format);
        try {
            return StoredUpdates.read(content);
        } catch (SchemaException | JsonSyntaxException e) {
            throw damaged(ref, e);
        }
    }

    static End end(NodeRef ref, int format, RawJson content) {
        requireKnown(ref, format);
        JsonNode end = content.toTree();
        String reason = end.path("stopReason").textValue();
        if (reason == null) {
            throw damaged(ref, null);
        }
        return new End(new StopReason(reason), end.path("interrupted").booleanValue());
    }

    private static void requireKnown(NodeRef ref, int format) {
        if (!StoredFormat.isKnown(format)) {
            throw new SessionStoreException.UnsupportedFormatException("node " + ref + " of the session store", format);
        }
    }

    private static SessionStoreException damaged(NodeRef ref, @Nullable Throwable cause) {
        return new SessionStoreException(
                "node " + ref + " of the session store is damaged; restore the store from a copy", cause);
    }
}
