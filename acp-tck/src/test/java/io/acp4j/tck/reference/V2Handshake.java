package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;

/** How the reference agent of version 2 introduces itself, and lets its user in and out. */
final class V2Handshake {

    private static final Set<String> TERMINAL_AUTH = Set.of("shell");

    private final ReferenceAgent agent;
    private String authState = "authenticated";

    V2Handshake(ReferenceAgent agent) {
        this.agent = agent;
    }

    JsonNode initialize(JsonNode params) {
        JsonNode version = params.path("protocolVersion");
        if (!version.isIntegralNumber()) {
            throw V2Agent.invalid("protocolVersion is needed");
        }
        if (version.asInt() < 2) {
            if (agent.initialized) {
                throw new ReferenceAgent.Refused(-32600, "The version is 2 already");
            }
            agent.initialized = agent.faults.has("initializes-by-failures");
            throw new ReferenceAgent.Refused(
                    -32022, "Version 2 is the only one", obj("requested", version.asInt(), "supported", arr(2)));
        }
        if (!params.at("/info/name").isTextual()) {
            throw V2Agent.invalid("info is needed");
        }
        agent.initialized = true;
        JsonNode ours = params.path("capabilities");
        agent.capabilities = ours.isObject() ? ours : obj();
        ArrayNode methods = arr(obj("methodId", "login", "name", "Log in", "type", "agent"));
        if (agent.capabilities.at("/auth/terminal").isObject() || agent.faults.has("terminal-auth-for-all")) {
            methods.add(
                    obj("methodId", "shell", "name", "Log in by a shell", "type", "terminal", "args", arr("--login")));
        }
        ObjectNode sessions = obj(
                "prompt",
                obj("image", obj(), "audio", obj(), "embeddedContext", obj()),
                "mcp",
                obj("stdio", obj(), "http", obj()));
        for (String marker :
                List.of("delete", "additionalDirectories", "fork", "archive", "status", "title", "systemPrompt")) {
            sessions.set(marker, obj());
        }
        sessions.set("fork", obj("atMessageId", obj()));
        return obj(
                "protocolVersion",
                2,
                "info",
                obj("name", "reference", "version", "1"),
                "capabilities",
                obj("session", sessions, "auth", obj("status", obj()), "providers", obj()),
                "authMethods",
                methods);
    }

    JsonNode login(JsonNode params) {
        String method = params.path("methodId").asText();
        boolean known =
                method.equals("login") || (TERMINAL_AUTH.contains(method) && agent.faults.has("logs-in-by-terminals"));
        if (!known) {
            throw V2Agent.invalid("There is no such method");
        }
        return told("authenticated");
    }

    ObjectNode told(String state) {
        if (!authState.equals(state) || agent.faults.has("repeats-its-auth-status")) {
            authState = state;
            agent.notifyClient("auth/status_update", obj("state", state));
        }
        return obj();
    }

    static ObjectNode providers() {
        return obj(
                "providers",
                arr(
                        obj("providerId", "main", "supported", arr("openai"), "required", true),
                        obj("providerId", "spare", "supported", arr("openai"), "required", false)));
    }

    ObjectNode status() {
        return obj("state", authState);
    }
}
