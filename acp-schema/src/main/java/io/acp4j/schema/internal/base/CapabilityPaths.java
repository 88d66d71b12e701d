package io.acp4j.schema.internal.base;

import java.util.List;
import java.util.Map;

/** Where version 2 has the capabilities of version 1: without the side's name, and all that is about sessions in one object. */
public final class CapabilityPaths {

    /** The beginnings of paths, longer ones first. */
    private static final List<Map.Entry<String, String>> BEGINNINGS = List.of(
            Map.entry("agentCapabilities.sessionCapabilities.list", "capabilities.session"),
            Map.entry("agentCapabilities.sessionCapabilities.resume", "capabilities.session"),
            Map.entry("agentCapabilities.sessionCapabilities.close", "capabilities.session"),
            Map.entry("agentCapabilities.sessionCapabilities", "capabilities.session"),
            Map.entry("agentCapabilities.promptCapabilities", "capabilities.session.prompt"),
            Map.entry("agentCapabilities.mcpCapabilities", "capabilities.session.mcp"),
            Map.entry("agentCapabilities.loadSession", "capabilities.session"),
            Map.entry("agentCapabilities", "capabilities"),
            Map.entry("clientCapabilities", "capabilities"));

    private CapabilityPaths() {}

    /**
     * Returns where version 2 has a capability.
     *
     * @param path where version 1 has it
     * @return the path in version 2; the same when nothing is known of it
     */
    public static String inV2(String path) {
        for (Map.Entry<String, String> beginning : BEGINNINGS) {
            if (path.startsWith(beginning.getKey())) {
                return beginning.getValue() + path.substring(beginning.getKey().length());
            }
        }
        return path;
    }
}
