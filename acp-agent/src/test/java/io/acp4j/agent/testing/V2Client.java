package io.acp4j.agent.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A client of version 2 that holds all that the agent sends to the rules of {@link V2Wire}. For one thread. */
public final class V2Client implements AutoCloseable {

    private final RawClient raw;
    private final V2Wire wire = new V2Wire();
    private final Map<Integer, JsonNode> responses = new HashMap<>();
    private final Deque<JsonNode> questions = new ArrayDeque<>();
    private final List<JsonNode> frames = new ArrayList<>();

    private V2Client(RawClient raw) {
        this.raw = raw;
    }

    /** Connects and introduces itself. */
    public static V2Client of(AcpAgent agent) {
        V2Client client = new V2Client(RawClient.connect(agent));
        client.initialize();
        return client;
    }

    private void initialize() {
        JsonNode result = result(
                request(
                        "initialize",
                        "{'protocolVersion':2,'info':{'name':'raw','version':'1'},'capabilities':{'elicitation':{'form':{}}}}"));
        if (result.get("protocolVersion").asInt() != 2) {
            throw new AssertionError("not version 2: " + result);
        }
    }

    /** The client below. */
    public RawClient raw() {
        return raw;
    }

    /** Returns what the agent has sent. */
    public V2Wire wire() {
        return wire;
    }

    /** Sends a request and gives its id; quotes are single ones. */
    public int request(String method, String params) {
        String json = params.replace('\'', '"');
        int id = raw.request(method, json);
        wire.sent(id, method, RawClient.json(json).path("sessionId").asText());
        return id;
    }

    /** Makes a session and gives its id. */
    public String newSession() {
        return result(request("session/new", "{'cwd':'/project'}"))
                .get("sessionId")
                .asText();
    }

    /** Sends a prompt of one text and gives the request's id. */
    public int prompt(String session, String text) {
        return request(
                "session/prompt", "{'sessionId':'" + session + "','prompt':[{'type':'text','text':'" + text + "'}]}");
    }

    /** Sends a request about a session that says nothing else. */
    public int about(String method, String session) {
        return request(method, "{'sessionId':'" + session + "'}");
    }

    /** Sends {@code $/cancel_request}. */
    public void withdraw(int request) {
        raw.notify("$/cancel_request", "{\"requestId\":" + request + "}");
    }

    /** Takes the next frame; a question about a request gets its response at once. */
    public JsonNode take() {
        JsonNode frame = raw.next();
        wire.received(frame);
        frames.add(frame);
        if (frame.at("/params/requestId").isNumber()
                && frame.path("method").asText().startsWith("elicitation")) {
            raw.respond(frame, "{\"action\":\"accept\",\"content\":{\"code\":\"123\"}}");
        } else if (!frame.has("method")) {
            responses.put(frame.path("id").asInt(-1), frame);
        } else if (frame.has("id")) {
            questions.add(frame);
        }
        return frame;
    }

    /** Takes frames until something holds. */
    public void until(BooleanSupplier holds) {
        while (!holds.getAsBoolean()) {
            take();
        }
    }

    /** The updates of a session that have been taken, in order. */
    public List<JsonNode> updates(String session) {
        return frames.stream()
                .filter(frame -> frame.at("/params/sessionId").asText().equals(session)
                        && frame.at("/params").has("update"))
                .map(frame -> frame.at("/params/update"))
                .toList();
    }

    /** Takes frames until a request has its response, and gives that. */
    public JsonNode response(int id) {
        until(() -> responses.containsKey(id));
        return responses.get(id);
    }

    /** Returns whether a request has its response. */
    public boolean isAnswered(int id) {
        return responses.containsKey(id);
    }

    /** Takes frames until a request has its result, and gives that. */
    public JsonNode result(int id) {
        JsonNode response = response(id);
        if (!response.has("result")) {
            throw new AssertionError("expected a result, got " + response);
        }
        return response.get("result");
    }

    /** Takes frames until a request has its error, and gives that. */
    public JsonNode error(int id) {
        JsonNode response = response(id);
        if (!response.has("error")) {
            throw new AssertionError("expected an error, got " + response);
        }
        return response.get("error");
    }

    /** Takes frames until the agent asks something, and gives the request. */
    public JsonNode question() {
        until(() -> !questions.isEmpty());
        return questions.poll();
    }

    /** Returns what the agent has asked and was taken already; null when nothing is left of that. */
    public @Nullable JsonNode askedYet() {
        return questions.poll();
    }

    /** Takes frames until a session has ended so much work. */
    public void awaitEnds(String session, int count) {
        until(() -> wire.ends(session).size() >= count);
    }

    /** Takes frames until a session is in a state. */
    public void awaitState(String session, String state) {
        until(() -> wire.state(session).equals(state));
    }

    /** Waits until the agent has begun to handle all that was sent about a session: the next request is refused in its order. */
    public void await(String session) {
        error(request(
                "session/set_config_option",
                "{'sessionId':'" + session + "','configId':'none','type':'id','value':'none'}"));
    }

    /** Takes all frames that are on their way, since their causes have ended. */
    public void settle() {
        response(raw.request("_silence", "{}"));
    }

    @Override
    public void close() {
        raw.closeAndWait();
    }
}
