package io.acp4j.proxy.internal.bridge.newer;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.proxy.internal.bridge.wire.Json;

/** What a client of the older version has said that it understands, and the newer version takes for granted. */
record ClientAbilities(
        boolean booleans, boolean notices, boolean compaction, boolean plans, boolean subagents, boolean air) {

    static ClientAbilities of(JsonNode capabilities) {
        JsonNode session = capabilities.path("session");
        return new ClientAbilities(
                Json.has(session.path("configOptions"), "boolean"),
                Json.has(session, "notices"),
                Json.has(session, "compaction"),
                Json.has(capabilities, "plan"),
                Json.has(capabilities, "subagents"),
                Json.has(capabilities.path("_meta").path("jetbrains"), "air"));
    }
}
