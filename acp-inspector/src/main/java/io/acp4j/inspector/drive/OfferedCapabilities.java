package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What the client offers to the agent in {@code initialize}, as the user has chosen.
 *
 * @param readFiles reading of text files
 * @param writeFiles writing of text files, and reading
 * @param terminals running of commands
 * @param forms forms and addresses for the user
 */
record OfferedCapabilities(boolean readFiles, boolean writeFiles, boolean terminals, boolean forms) {

    static final OfferedCapabilities ALL = new OfferedCapabilities(true, true, true, true);

    static OfferedCapabilities of(JsonNode chosen) {
        return new OfferedCapabilities(
                chosen.path("readFiles").asBoolean(true),
                chosen.path("writeFiles").asBoolean(true),
                chosen.path("terminals").asBoolean(true),
                chosen.path("forms").asBoolean(true));
    }

    ObjectNode toJson() {
        return Shown.NODES
                .objectNode()
                .put("readFiles", readFiles || writeFiles)
                .put("writeFiles", writeFiles)
                .put("terminals", terminals)
                .put("forms", forms);
    }
}
