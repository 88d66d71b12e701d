package io.acp4j.tck.internal.mcp;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.wire.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The kit's own MCP server, which an agent starts as a program. The first of its arguments is the port at which the kit waits to be
 * told with which arguments and variables that was done; then it serves one tool over stdin and stdout until its input ends.
 */
public final class McpServer {

    /** The variable that agents have to set. */
    public static final String VARIABLE = "ACP_TCK_VALUE";

    private static final String VERSION = "2025-06-18";
    private static final int NOT_FOUND = -32601;

    private McpServer() {}

    /** Serves the agent that has started this process. */
    public static void main(String[] args) throws IOException {
        run(List.of(args), System.getenv(), System.in, System.out);
    }

    /** Reports to the kit and serves until the input ends. */
    public static void run(List<String> args, Map<String, String> environment, InputStream in, OutputStream out)
            throws IOException {
        report(args, environment);
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            ObjectNode response = respond(line);
            if (response != null) {
                out.write(Json.bytes(response));
                out.write('\n');
                out.flush();
            }
        }
    }

    private static void report(List<String> args, Map<String, String> environment) throws IOException {
        ObjectNode report = obj("args", arr(args.toArray()), "value", environment.get(VARIABLE));
        try (Socket kit = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args.get(0)))) {
            OutputStream out = kit.getOutputStream();
            out.write(Json.bytes(report));
            out.write('\n');
            out.flush();
        }
    }

    private static @Nullable ObjectNode respond(String line) {
        JsonNode request;
        try {
            request = Json.read(line.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            return null;
        }
        if (!request.has("id") || !request.path("method").isTextual()) {
            return null;
        }
        ObjectNode response = obj("jsonrpc", "2.0", "id", request.get("id"));
        JsonNode result = result(request);
        return result == null
                ? response.set("error", obj("code", NOT_FOUND, "message", "Method not found"))
                : response.set("result", result);
    }

    private static @Nullable JsonNode result(JsonNode request) {
        return switch (request.path("method").asText()) {
            case "initialize" ->
                obj(
                        "protocolVersion",
                        request.at("/params/protocolVersion").asText(VERSION),
                        "capabilities",
                        obj("tools", obj()),
                        "serverInfo",
                        obj("name", "acp-tck", "version", "1"));
            case "ping" -> obj();
            case "tools/list" ->
                obj(
                        "tools",
                        arr(obj(
                                "name",
                                "acp_tck_echo",
                                "description",
                                "Says that the conformance kit is there",
                                "inputSchema",
                                obj("type", "object", "properties", obj()))));
            case "tools/call" -> obj("content", arr(obj("type", "text", "text", "The kit is there")), "isError", false);
            default -> null;
        };
    }
}
