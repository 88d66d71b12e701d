package io.acp4j.proxy.internal.bridge.values;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Losses;
import java.util.Set;

/** What both sides say when a connection opens: versions, names, capabilities, ways to authenticate. */
public final class Openings {

    private static final String AGENT_CAPABILITIES = "agentCapabilities";
    private static final String CLIENT_CAPABILITIES = "clientCapabilities";
    private static final String CAPABILITIES = "capabilities";
    private static final String FORK_AT_MESSAGE = "atMessageId";

    private Openings() {}

    /** Rewrites a request of the newer version for an agent of the older one. */
    public static ObjectNode requestForOlder(JsonNode params) {
        ObjectNode out = Json.objectOf(params.deepCopy());
        out.put("protocolVersion", 1);
        Json.rename(out, "info", "clientInfo");
        ObjectNode capabilities = Json.objectOf(out.path(CAPABILITIES));
        out.remove(CAPABILITIES);
        capabilities.putObject("fs").put("readTextFile", false).put("writeTextFile", false);
        capabilities.put("terminal", false);
        ObjectNode session = Json.object();
        session.putObject("configOptions").putObject("boolean");
        session.putObject("notices");
        session.putObject("compaction");
        capabilities.set("session", session);
        capabilities.putObject("plan");
        capabilities.putObject("subagents");
        ObjectNode auth = Json.objectOf(capabilities.path("auth"));
        flag(auth, "terminal");
        capabilities.set("auth", auth);
        ObjectNode meta = capabilities.path("_meta") instanceof ObjectNode known ? known : Json.object();
        // So that agents tell of their own terminals, by a convention older than the newer version.
        meta.put("terminal_output", true);
        capabilities.set("_meta", meta);
        out.set(CLIENT_CAPABILITIES, capabilities);
        return out;
    }

    /** Adds to a request of the newer version what an agent reads that turns out to speak the older one. */
    public static ObjectNode requestForEither(JsonNode params) {
        ObjectNode out = Json.objectOf(params.deepCopy());
        ObjectNode older = requestForOlder(params);
        out.put("protocolVersion", 2);
        for (String member : new String[] {"clientInfo", CLIENT_CAPABILITIES}) {
            if (older.has(member)) {
                out.set(member, older.path(member));
            }
        }
        return out;
    }

    /** Rewrites a request of the older version for an agent of the newer one. */
    public static ObjectNode requestForNewer(JsonNode params) {
        ObjectNode out = Json.objectOf(params.deepCopy());
        out.put("protocolVersion", 2);
        if (out.path("clientInfo").isObject()) {
            Json.rename(out, "clientInfo", "info");
        } else {
            out.remove("clientInfo");
            out.set("info", unknown());
        }
        ObjectNode capabilities = Json.objectOf(out.path(CLIENT_CAPABILITIES));
        out.remove(CLIENT_CAPABILITIES);
        capabilities.remove(Set.of("fs", "terminal", "session", "plan", "subagents"));
        if (capabilities.path("auth") instanceof ObjectNode auth) {
            marker(auth, "terminal");
        }
        out.set(CAPABILITIES, capabilities);
        return out;
    }

    private static ObjectNode unknown() {
        return Json.object().put("name", "unknown").put("version", "unknown");
    }

    private static void marker(ObjectNode object, String member) {
        if (object.path(member).asBoolean(false)) {
            object.putObject(member);
        } else if (!object.path(member).isObject()) {
            object.remove(member);
        }
    }

    /** Rewrites a marker of the newer version, where only an object says yes. */
    private static void flag(ObjectNode object, String member) {
        object.put(member, object.path(member).isObject());
    }

    /** Rewrites the response of an agent of the older version; the agent's name is used where it tells none. */
    public static ObjectNode resultForNewer(JsonNode result, String agentName) {
        ObjectNode out = Json.objectOf(result.deepCopy());
        out.put("protocolVersion", 2);
        if (out.path("agentInfo").isObject()) {
            Json.rename(out, "agentInfo", "info");
        } else {
            out.remove("agentInfo");
            out.set("info", unknown().put("name", agentName));
        }
        ObjectNode older = Json.objectOf(out.path(AGENT_CAPABILITIES));
        out.remove(AGENT_CAPABILITIES);
        older.remove("loadSession");
        ObjectNode session = Json.objectOf(older.path("sessionCapabilities"));
        session.remove(Set.of("list", "resume", "close"));
        if (session.path("fork") instanceof ObjectNode fork) {
            marker(fork, FORK_AT_MESSAGE);
        }
        ObjectNode prompt = Json.objectOf(older.path("promptCapabilities"));
        marker(prompt, "image");
        marker(prompt, "audio");
        marker(prompt, "embeddedContext");
        ObjectNode mcp = Json.objectOf(older.path("mcpCapabilities"));
        mcp.remove("sse");
        marker(mcp, "http");
        marker(mcp, "acp");
        mcp.putObject("stdio");
        session.set("prompt", prompt);
        session.set("mcp", mcp);
        ObjectNode auth = Json.objectOf(older.path("auth"));
        auth.remove("logout");
        older.remove(Set.of("sessionCapabilities", "promptCapabilities", "mcpCapabilities"));
        older.set("session", session);
        older.set("auth", auth);
        out.set(CAPABILITIES, older);
        out.set("authMethods", AuthMethods.forNewer(out.path("authMethods")));
        return out;
    }

    /** Rewrites the response of an agent of the newer version. */
    public static ObjectNode resultForOlder(JsonNode result, Losses losses) {
        ObjectNode out = Json.objectOf(result.deepCopy());
        out.put("protocolVersion", 1);
        Json.rename(out, "info", "agentInfo");
        ObjectNode newer = Json.objectOf(out.path(CAPABILITIES));
        out.remove(CAPABILITIES);
        ObjectNode session = Json.objectOf(newer.path("session"));
        ObjectNode prompt = Json.objectOf(session.path("prompt"));
        flag(prompt, "image");
        flag(prompt, "audio");
        flag(prompt, "embeddedContext");
        ObjectNode mcp = Json.objectOf(session.path("mcp"));
        mcp.remove("stdio");
        flag(mcp, "http");
        mcp.put("sse", false);
        if (mcp.has("acp")) {
            flag(mcp, "acp");
        }
        session.remove(Set.of("prompt", "mcp"));
        if (session.path("fork") instanceof ObjectNode fork && fork.has(FORK_AT_MESSAGE)) {
            flag(fork, FORK_AT_MESSAGE);
        }
        session.putObject("list");
        session.putObject("resume");
        session.putObject("close");
        ArrayNode methods = AuthMethods.forOlder(out.path("authMethods"), losses);
        ObjectNode auth = Json.objectOf(newer.path("auth"));
        if (!out.path("authMethods").isEmpty()) {
            auth.putObject("logout");
        }
        newer.remove("session");
        newer.put("loadSession", true);
        newer.set("promptCapabilities", prompt);
        newer.set("mcpCapabilities", mcp);
        newer.set("sessionCapabilities", session);
        newer.set("auth", auth);
        out.set(AGENT_CAPABILITIES, newer);
        out.set("authMethods", methods);
        return out;
    }
}
