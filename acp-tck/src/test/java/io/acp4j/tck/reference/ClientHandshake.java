package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.wire.Json;
import java.util.function.Consumer;

/** How a reference client begins: what it says of itself, and what it makes of the agent's response. */
final class ClientHandshake {

    private static final int UNSUPPORTED_VERSION = -32022;

    private static final String OTHER_VERSION = "the agent speaks another version";

    private final ReferenceClient client;
    private final Faults faults;
    private final int version;

    ClientHandshake(ReferenceClient client, int version) {
        this.client = client;
        this.faults = client.faults();
        this.version = version;
    }

    void begin() {
        initialize(this::initialized);
    }

    private void initialize(Consumer<JsonNode> answer) {
        client.request(
                "initialize", version == 1 ? introduction() : V2ClientHost.introduction(version, faults), answer);
    }

    private ObjectNode introduction() {
        ObjectNode capabilities = obj(
                "fs",
                obj("readTextFile", !faults.has("no-fs"), "writeTextFile", true),
                "terminal",
                true,
                "session",
                obj("configOptions", obj("boolean", obj())));
        capabilities.set("subagents", obj());
        if (!faults.has("no-elicitation")) {
            capabilities.set("elicitation", obj("form", obj(), "url", obj()));
        }
        return obj(
                "protocolVersion",
                1,
                "clientCapabilities",
                capabilities,
                "clientInfo",
                obj("name", "reference-client", "version", "1"));
    }

    private void initialized(JsonNode response) {
        JsonNode agent = response.path("result");
        String trouble = null;
        if (response.at("/error/code").asInt() == UNSUPPORTED_VERSION) {
            trouble = OTHER_VERSION;
            refused(response.at("/error/data"));
        } else if (response.has("error") && !faults.has("ignores-failed-initialize")) {
            trouble = "the agent could not be initialized";
        } else if (!response.has("error") && agent.path("protocolVersion").asInt() != version) {
            trouble = OTHER_VERSION;
            if (faults.has("hasty")) {
                openSession();
            }
            if (!faults.has("keeps-wrong-version-open")) {
                client.hangUp();
            }
        } else if (faults.has("needs-capabilities") && !agent.has("agentCapabilities")
                || faults.has("needs-mcp") && agent.at("/capabilities/session").isEmpty()
                || faults.has("needs-known-members") && hasUnknownMember(agent)
                || faults.has("chokes-on-null") && agent.path("_meta").isNull()) {
            trouble = "the agent's answer is not understood";
        }
        if (faults.has("initializes-twice") && trouble == null) {
            initialize(any -> {});
        }
        client.ready(response, trouble);
    }

    /** Returns whether a capability that the client knows has a member that it does not know. */
    private static boolean hasUnknownMember(JsonNode agent) {
        return agent.at("/agentCapabilities/promptCapabilities").has("holography")
                || agent.at("/capabilities/session/prompt").has("holography");
    }

    /** The agent has none of the versions that it was asked for; an older one is asked for, if it has that. */
    private void refused(JsonNode data) {
        boolean named = data.path("supported").isArray();
        if (data.at("/supported/0").asInt() == 1) {
            ObjectNode params = introduction().put("protocolVersion", faults.has("asks-for-anything") ? 3 : 1);
            client.request("initialize", params, any -> client.hangUp());
        } else {
            if (faults.has(named ? "hasty-after-refusal" : "hasty-without-data")) {
                openSession();
            }
            if (!faults.has("keeps-refused-open")) {
                client.hangUp();
            }
        }
    }

    private void openSession() {
        ObjectNode params = obj("cwd", "/tmp");
        if (version == 1) {
            params.set("mcpServers", Json.arr());
        }
        client.request("session/new", params, any -> {});
    }
}
