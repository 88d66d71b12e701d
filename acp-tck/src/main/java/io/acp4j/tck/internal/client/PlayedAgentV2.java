package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An agent of version 2: a prompt is inserted into the conversation, and a state ends the work on it. */
final class PlayedAgentV2 implements PlayedAgent {

    static final PlayedAgentV2 INSTANCE = new PlayedAgentV2();

    /** What every agent offers that has sessions. */
    private static final List<String> BASELINE = List.of("load", "list", "resume", "close");

    private PlayedAgentV2() {}

    @Override
    public int version() {
        return 2;
    }

    @Override
    public ObjectNode introduction(ObjectNode offer) {
        ObjectNode sessions = obj("mcp", obj("stdio", obj()));
        sessions.setAll(offer);
        sessions.remove(BASELINE);
        return obj(
                "protocolVersion",
                version(),
                capabilities(),
                obj("session", sessions),
                info(),
                obj("name", "acp-tck", "title", "acp4j conformance kit", "version", "1"));
    }

    @Override
    public String capabilities() {
        return "capabilities";
    }

    @Override
    public String info() {
        return "info";
    }

    @Override
    public ObjectNode authMethod(String id, String name) {
        return obj("methodId", id, "name", name, "type", "agent");
    }

    @Override
    public String login() {
        return "auth/login";
    }

    @Override
    public String loading() {
        return "session/resume";
    }

    @Override
    public void endReplay(Link link, String session) {
        link.notify("session/update", PlayedAgent.update(session, "state_update", "state", "idle"));
    }

    /** Returns the id of the message that a prompt becomes. */
    static String messageId(Entry prompt) {
        return "user-" + prompt.at("/id").asText();
    }

    @Override
    public void begin(Link link, String session, Entry prompt) {
        String id = messageId(prompt);
        link.respond(prompt, obj("result", obj("messageId", id)));
        link.notify(
                "session/update",
                PlayedAgent.update(session, "user_message", "messageId", id, "content", prompt.at("/params/prompt")));
        link.notify("session/update", PlayedAgent.update(session, "state_update", "state", "running"));
    }

    @Override
    public void end(Link link, String session, Entry prompt, String stopReason) {
        link.notify(
                "session/update",
                PlayedAgent.update(session, "state_update", "state", "idle", "stopReason", stopReason));
    }

    @Override
    public String announcement() {
        return "tool_call_update";
    }

    @Override
    public ObjectNode plan(String session, ArrayNode entries) {
        ObjectNode plan = obj("type", "items", "planId", "main", "entries", entries);
        return PlayedAgent.update(session, "plan_update", "plan", plan);
    }

    @Override
    public ObjectNode question(String session, String tool, @Nullable ArrayNode options) {
        ObjectNode subject = obj("type", "tool_call", "toolCall", obj("toolCallId", tool, "title", "Write"));
        return obj("sessionId", session, "title", "May I write?", "subject", subject, "options", options);
    }
}
