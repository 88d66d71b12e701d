package io.acp4j.inspector.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.link.RawLink;
import io.acp4j.inspector.text.SecretMask;
import io.acp4j.rpc.VisibleText;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What an agent offers, as its response to {@code initialize} says. */
public final class Offers {

    static final ObjectMapper JSON = new ObjectMapper();

    /** How much of what an agent says of one thing is shown. */
    private static final int MAX_TEXT = 200;

    /** How many offers of an agent are shown. */
    private static final int MAX_OFFERS = 500;

    private Offers() {}

    /**
     * Returns the result of a response to {@code initialize}.
     *
     * @param frame a frame of an agent
     * @return its result; null when it is another message, or none
     */
    public static @Nullable JsonNode initialized(byte[] frame) {
        try {
            JsonNode json = JSON.readTree(frame);
            JsonNode result = json == null ? null : json.path("result");
            return result != null && result.has("protocolVersion") ? result : null;
        } catch (IOException e) {
            return null; // No message, so no response either.
        }
    }

    /**
     * Asks a live agent.
     *
     * @param link to an agent to which nothing was said
     * @param protocol the version of the protocol that it is asked for
     * @param limit how long it may take
     * @return the result of its response; null when none has come in time
     * @throws IOException when it has ended
     * @throws InterruptedException when the thread is interrupted
     */
    public static @Nullable JsonNode ask(RawLink link, int protocol, Duration limit)
            throws IOException, InterruptedException {
        ObjectNode request = JSON.createObjectNode().put("jsonrpc", "2.0");
        request.put("id", 1).put("method", "initialize");
        ObjectNode params = request.putObject("params").put("protocolVersion", protocol);
        params.putObject(protocol == 1 ? "clientCapabilities" : "capabilities");
        params.putObject(protocol == 1 ? "clientInfo" : "info")
                .put("name", "acp-inspector")
                .put("version", "0.1.0");
        long end = System.nanoTime() + limit.toNanos();
        link.send(request);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            byte[] frame = link.next(Duration.ofNanos(left));
            JsonNode result = frame == null ? null : initialized(frame);
            if (result != null || frame == null) {
                return result;
            }
        }
        return null;
    }

    /**
     * Returns what an agent offers.
     *
     * @param result the result of its response
     * @return what it says, by path; {@code yes} for true and for an empty object. False and null are left out
     */
    public static Map<String, String> of(JsonNode result) {
        Map<String, String> offers = new TreeMap<>();
        walk("", result.path(result.has("agentCapabilities") ? "agentCapabilities" : "capabilities"), offers);
        if (!result.path("authMethods").isEmpty()) {
            offers.put("authMethods", String.valueOf(result.path("authMethods").size()));
        }
        offers.put("protocolVersion", line(result.path("protocolVersion").asText()));
        JsonNode info = result.path(result.has("agentInfo") ? "agentInfo" : "info");
        if (info.isObject()) {
            offers.put(
                    "agent",
                    line((info.path("name").asText() + " "
                                    + info.path("version").asText())
                            .strip()));
        }
        return offers;
    }

    private static void walk(String path, JsonNode value, Map<String, String> offers) {
        if (offers.size() >= MAX_OFFERS) {
            return;
        }
        if (value.isObject() && !value.isEmpty()) {
            value.properties()
                    .forEach(member -> walk(
                            path.isEmpty() ? member.getKey() : path + "." + member.getKey(),
                            member.getValue(),
                            offers));
        } else if (!path.isEmpty() && !value.isNull() && !(value.isBoolean() && !value.booleanValue())) {
            offers.put(line(path), line(SecretMask.text(text(value))));
        }
    }

    private static String text(JsonNode value) {
        if (value.isObject() || value.isBoolean()) {
            return "yes";
        }
        if (value.isArray()) {
            List<String> elements = new ArrayList<>();
            value.forEach(each -> elements.add(each.isValueNode() ? each.asText() : each.toString()));
            return elements.isEmpty() ? "none" : String.join(", ", elements);
        }
        return value.asText();
    }

    /** Returns a text in one line, cut where it is too long. */
    static String line(String text) {
        return VisibleText.line(text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…");
    }
}
