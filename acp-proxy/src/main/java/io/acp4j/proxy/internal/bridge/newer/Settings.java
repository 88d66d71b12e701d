package io.acp4j.proxy.internal.bridge.newer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.internal.bridge.values.ConfigOptions;
import io.acp4j.proxy.internal.bridge.wire.Json;
import org.jspecify.annotations.Nullable;

/** Configuration options of a session, with the modes that the older version has beside them. */
final class Settings {

    private final ClientUpdates client;
    private final boolean booleans;

    Settings(ClientUpdates client, boolean booleans) {
        this.client = client;
        this.booleans = booleans;
    }

    /** Rewrites the options in a result or update; returns the mode that is set now, if it is another one. */
    @Nullable
    String take(ShownSession session, ObjectNode holder) {
        JsonNode options = holder.path("configOptions");
        if (!options.isArray()) {
            holder.remove("configOptions");
            return null;
        }
        String before = session.modes == null ? null : Json.text(session.modes, "currentValue");
        ObjectNode mode = ConfigOptions.findMode(options);
        session.modes = mode == null ? null : mode.deepCopy();
        ArrayNode older = ConfigOptions.forOlder(options, booleans, session.losses);
        holder.set("configOptions", older);
        String now = session.modes == null ? null : Json.text(session.modes, "currentValue");
        return now == null || now.equals(before) ? null : now;
    }

    /** Rewrites the result of what opens a session. */
    void open(ShownSession session, ObjectNode result) {
        String unused = take(session, result);
        if (session.modes != null) {
            result.set("modes", ConfigOptions.toModes(session.modes));
        }
    }

    void update(ShownSession session, ObjectNode params, ObjectNode update) {
        String mode = take(session, update);
        client.send(session, params, update);
        tell(session, mode);
    }

    /** Sends a change of the mode, as the older version does. */
    void tell(ShownSession session, @Nullable String mode) {
        if (mode != null) {
            client.send(
                    session,
                    Json.object().put("sessionUpdate", "current_mode_update").put("currentModeId", mode));
        }
    }
}
