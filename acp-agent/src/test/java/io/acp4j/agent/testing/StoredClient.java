package io.acp4j.agent.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgent;
import io.acp4j.rpc.transport.Transport;
import java.util.ArrayList;
import java.util.List;

/** A raw client with the requests that tests of stored sessions make over and over. */
public final class StoredClient implements AutoCloseable {

    private final RawClient raw;

    private StoredClient(RawClient raw) {
        this.raw = raw;
    }

    /** Connects and initializes. */
    public static StoredClient of(AcpAgent agent) {
        return of(agent, Transport.ANONYMOUS);
    }

    /** Connects as somebody and initializes. */
    public static StoredClient of(AcpAgent agent, String principal) {
        return new StoredClient(RawClient.initializedAs(
                agent, principal, "{'session':{'compaction':{},'notices':{}},'plan':{}}".replace('\'', '"')));
    }

    /** The client below. */
    public RawClient raw() {
        return raw;
    }

    /** Makes a session. */
    public String newSession() {
        return raw.newSession();
    }

    /** Runs a turn and gives the updates. */
    public List<JsonNode> prompt(String session, String text) {
        List<JsonNode> updates = new ArrayList<>();
        int id = raw.prompt(session, text);
        while (true) {
            JsonNode frame = raw.next();
            if (!frame.has("method") && frame.path("id").asInt(-1) == id) {
                if (!frame.has("result")) {
                    throw new AssertionError("expected a result, got " + frame);
                }
                return updates;
            }
            updates.add(frame.at("/params/update"));
        }
    }

    /** Runs a turn and gives the text of the agent's messages. */
    public String say(String session, String text) {
        StringBuilder said = new StringBuilder();
        prompt(session, text).stream()
                .filter(update -> update.path("sessionUpdate").asText().equals("agent_message_chunk"))
                .forEach(update -> said.append(update.at("/content/text").asText()));
        return said.toString();
    }

    /** Sends a request whose answer comes next. */
    public JsonNode call(String method, String params) {
        return raw.result(raw.request(method, params.replace('\'', '"')));
    }

    /** Sends a request whose answer is an error and comes next. */
    public JsonNode refused(String method, String params) {
        return raw.error(raw.request(method, params.replace('\'', '"')));
    }

    /** The parameters of a fork. */
    public static String forkOf(String session, String more) {
        return "{'sessionId':'" + session + "','cwd':'/project'" + more + "}";
    }

    /** Forks a whole session and gives the id. */
    public String fork(String session) {
        return call("session/fork", forkOf(session, "")).get("sessionId").asText();
    }

    /** Forks at a message and gives the id. */
    public String forkAt(String session, String message) {
        return call("session/fork", forkOf(session, ",'messageId':'" + message + "'"))
                .get("sessionId")
                .asText();
    }

    /** Loads a session and gives the replay. */
    public List<JsonNode> replay(String session) {
        return raw.updatesBefore(raw.request(
                "session/load",
                "{'sessionId':'%s','cwd':'/project','mcpServers':[]}"
                        .formatted(session)
                        .replace('\'', '"')));
    }

    /** Loads a session and gives it as {@code user:text}, {@code agent:text}, {@code thought:text}, {@code tool:status}. */
    public List<String> transcript(String session) {
        return replay(session).stream().map(StoredClient::line).toList();
    }

    /** Loads a session and gives the ids of its messages and thoughts, in order. */
    public List<String> ids(String session) {
        return replay(session).stream()
                .filter(update -> update.has("messageId"))
                .map(update -> update.get("messageId").asText())
                .toList();
    }

    private static String line(JsonNode update) {
        String kind = update.path("sessionUpdate").asText();
        String text = update.at("/content/text").asText();
        return switch (kind) {
            case "user_message_chunk" -> "user:" + text;
            case "agent_message_chunk" -> "agent:" + text;
            case "agent_thought_chunk" -> "thought:" + text;
            case "tool_call", "tool_call_update" ->
                "tool:" + update.path("status").asText("pending");
            default -> kind;
        };
    }

    /** The ids of all sessions, over all pages. */
    public List<String> list() {
        return infos().stream().map(info -> info.get("sessionId").asText()).toList();
    }

    /** All sessions, over all pages. */
    public List<JsonNode> infos() {
        List<JsonNode> all = new ArrayList<>();
        String cursor = null;
        do {
            JsonNode page = call("session/list", cursor == null ? "{}" : "{'cursor':'" + cursor + "'}");
            page.get("sessions").forEach(all::add);
            cursor = page.path("nextCursor").asText(null);
        } while (cursor != null);
        return all;
    }

    /** Returns what a list tells of one session. */
    public JsonNode info(String session) {
        return infos().stream()
                .filter(info -> info.get("sessionId").asText().equals(session))
                .findFirst()
                .orElseThrow(() -> new AssertionError("not listed: " + session));
    }

    @Override
    public void close() {
        raw.closeAndWait();
    }
}
