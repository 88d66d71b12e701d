package io.acp4j.tck.reference;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.mcp.McpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Starts the MCP servers of a session as the reference agent does: the kit's own, without a process, and no other. */
final class ReferenceMcp {

    private ReferenceMcp() {}

    static void start(Faults faults, JsonNode servers) {
        for (JsonNode server : servers) {
            List<String> args = new ArrayList<>();
            server.path("args").forEach(each -> args.add(each.asText()));
            int program = args.indexOf(McpServer.class.getName());
            if (program >= 0 && !faults.has("starts-no-servers")) {
                Map<String, String> environment = new HashMap<>();
                if (!faults.has("starts-servers-bare")) {
                    server.path("env")
                            .forEach(each -> environment.put(
                                    each.path("name").asText(),
                                    each.path("value").asText()));
                }
                List<String> own = List.copyOf(args.subList(program + 1, args.size()));
                ReferenceConnector.THREADS.execute(() -> run(own, environment));
            }
        }
    }

    private static void run(List<String> args, Map<String, String> environment) {
        try {
            McpServer.run(args, environment, InputStream.nullInputStream(), OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The kit is gone.
        }
    }
}
