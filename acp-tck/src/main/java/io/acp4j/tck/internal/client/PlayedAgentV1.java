package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.wire.Entry;
import org.jspecify.annotations.Nullable;

/** An agent of version 1: a turn is a request. */
final class PlayedAgentV1 implements PlayedAgent {

    static final PlayedAgentV1 INSTANCE = new PlayedAgentV1();

    private PlayedAgentV1() {}

    @Override
    public int version() {
        return 1;
    }

    @Override
    public ObjectNode introduction(ObjectNode offer) {
        ObjectNode sessions = offer.deepCopy();
        ObjectNode capabilities = obj();
        if (sessions.remove("load") != null) {
            capabilities.put("loadSession", true);
        }
        if (!sessions.isEmpty()) {
            capabilities.set("sessionCapabilities", sessions);
        }
        return obj(
                "protocolVersion",
                version(),
                capabilities(),
                capabilities,
                info(),
                obj("name", "acp-tck", "title", "acp4j conformance kit", "version", "1"));
    }

    @Override
    public String capabilities() {
        return "agentCapabilities";
    }

    @Override
    public String info() {
        return "agentInfo";
    }

    @Override
    public ObjectNode authMethod(String id, String name) {
        return obj("id", id, "name", name);
    }

    @Override
    public String login() {
        return "authenticate";
    }

    @Override
    public String loading() {
        return "session/load";
    }

    @Override
    public void endReplay(Link link, String session) {
        // The response itself ends a replay.
    }

    @Override
    public void begin(Link link, String session, Entry prompt) {
        // A prompt has been taken by getting no response.
    }

    @Override
    public void end(Link link, String session, Entry prompt, String stopReason) {
        link.respond(prompt, obj("result", obj("stopReason", stopReason)));
    }

    @Override
    public String announcement() {
        return "tool_call";
    }

    @Override
    public ObjectNode plan(String session, ArrayNode entries) {
        return PlayedAgent.update(session, "plan", "entries", entries);
    }

    @Override
    public ObjectNode question(String session, String tool, @Nullable ArrayNode options) {
        ObjectNode call = obj("toolCallId", tool, "title", "Write");
        return obj("sessionId", session, "toolCall", call, "options", options);
    }
}
