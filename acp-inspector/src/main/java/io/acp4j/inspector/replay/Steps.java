package io.acp4j.inspector.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.acp4j.inspector.recording.FrameJson;
import io.acp4j.inspector.recording.WireFrame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Makes conversations comparable. Ids are counted in the order in which they are met; times are left out; chunks of one message
 * that follow each other are one; members stand in one order. Built frame by frame; not safe for use by several threads at once.
 */
public final class Steps {

    private static final Set<String> IDS = Set.of(
            "sessionId",
            "parentSessionId",
            "subagentSessionId",
            "messageId",
            "forkMessageId",
            "toolCallId",
            "terminalId",
            "requestId",
            "elicitationId",
            "connectionId",
            "cursor",
            "nextCursor");

    private static final Set<String> LEFT_OUT =
            Set.of("updatedAt", "createdAt", "timestamp", "traceparent", "tracestate", "baggage");

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final List<Step> all = new ArrayList<>();
    private final Map<Integer, List<Step>> lines = new TreeMap<>();
    private final Map<Integer, Integer> last = new HashMap<>();
    private final Map<String, Integer> ids = new HashMap<>();
    private final Map<JsonNode, String> requests = new HashMap<>();
    private final Map<JsonNode, Integer> sessions = new HashMap<>();
    private final boolean comparesLists;
    private int frames;
    private int connection = 1;
    private boolean isSecond;

    /** Creates a conversation on which nothing was said. */
    public Steps() {
        this(true);
    }

    private Steps(boolean comparesLists) {
        this.comparesLists = comparesLists;
    }

    /**
     * Creates a conversation on which nothing was said, to be compared with one of another time: what lists of sessions have depends
     * on all that was ever said to an agent, so that there was one is all that counts.
     *
     * @return the conversation
     */
    static Steps ofAnyTime() {
        return new Steps(false);
    }

    /**
     * Returns the steps of a conversation.
     *
     * @param frames its frames
     * @return the steps, to which more can be added
     */
    public static Steps of(List<WireFrame> frames) {
        Steps steps = new Steps();
        frames.forEach(frame -> {
            steps.connection = frame.connection();
            steps.add(frame.fromClient(), frame.bytes());
        });
        return steps;
    }

    /**
     * Returns all steps so far.
     *
     * @return the steps, in their order; a view
     */
    public List<Step> all() {
        return Collections.unmodifiableList(all);
    }

    /**
     * Returns what one side has done in a stream so far.
     *
     * @param stream as {@link Step#stream()} has it
     * @param fromClient whether the client, not the agent
     * @return the steps, in their order; a view
     */
    public List<Step> of(int stream, boolean fromClient) {
        return Collections.unmodifiableList(lines.getOrDefault(apart(stream, fromClient), List.of()));
    }

    /**
     * Returns in which streams there are steps.
     *
     * @return the streams
     */
    public Set<Integer> streams() {
        Set<Integer> streams = new TreeSet<>();
        lines.keySet().forEach(line -> streams.add(line / 2));
        return streams;
    }

    /**
     * Adds a frame.
     *
     * @param fromClient whether the client has sent it
     * @param bytes the frame; what is no message is a step, too
     */
    public void add(boolean fromClient, byte[] bytes) {
        int number = frames++;
        JsonNode frame;
        try {
            frame = FrameJson.read(bytes);
        } catch (IOException e) {
            frame = NODES.missingNode();
        }
        if (!frame.isObject()) {
            add(new Step(number, 0, fromClient, "no message", NODES.nullNode()));
            return;
        }
        if (!frame.has("method")) {
            response(number, fromClient, frame);
            return;
        }
        String method = frame.path("method").asText();
        JsonNode params = frame.path("params");
        if (frame.has("id")) {
            JsonNode id = FrameJson.id(frame);
            requests.put(asker(fromClient, id), method);
            if (params.has("sessionId")) {
                sessions.put(asker(fromClient, id), session(params));
            }
        }
        JsonNode update = params.path("update");
        if (method.equals("session/update") && update.isObject()) {
            update(number, fromClient, params, update);
        } else {
            add(new Step(number, 2 * session(params), fromClient, method, plain(params)));
        }
    }

    /** Returns the key of a request: ids are unique only within a connection and a side. */
    private JsonNode asker(boolean client, JsonNode id) {
        return NODES.arrayNode().add(connection).add(client).add(id);
    }

    private void response(int number, boolean fromClient, JsonNode frame) {
        JsonNode id = FrameJson.id(frame);
        String method = requests.remove(asker(!fromClient, id));
        Integer session = sessions.remove(asker(!fromClient, id));
        boolean failed = frame.has("error");
        String how = failed
                ? " with error " + frame.at("/error/code").asText()
                : frame.at("/result/stopReason").isTextual()
                        ? " with " + frame.at("/result/stopReason").asText()
                        : "";
        JsonNode content = failed ? frame.path("error") : frame.path("result");
        isSecond |= content.path("protocolVersion").asInt() == 2;
        // In version 2 the response to a prompt comes at any time beside its updates, which count the ids.
        boolean isApart = isSecond && "session/prompt".equals(method) && !failed;
        boolean isLeftOut = isApart || (!comparesLists && "session/list".equals(method) && !failed);
        add(new Step(
                number,
                (session == null ? 0 : 2 * session) + (isApart ? 1 : 0),
                fromClient,
                (method == null ? "a response to nothing" : "response to " + method) + how,
                isLeftOut ? NODES.nullNode() : plain(content)));
    }

    private void update(int number, boolean fromClient, JsonNode params, JsonNode update) {
        String kind = update.path("sessionUpdate").asText();
        String word = update.path("status").asText(update.path("state").asText());
        String label = kind + (word.isEmpty() ? "" : " " + word);
        JsonNode content = plain(params);
        Step step = new Step(number, 2 * session(params), fromClient, label, content);
        Integer place = last.get(apart(step));
        Step before = place == null ? null : all.get(place);
        if (place != null && before != null && joins(before, step)) {
            ObjectNode joined = before.content().deepCopy();
            ObjectNode block = (ObjectNode) joined.at("/update/content");
            block.put(
                    "text",
                    block.path("text").asText()
                            + content.at("/update/content/text").asText());
            Step longer = new Step(before.frame(), before.stream(), fromClient, label, joined);
            all.set(place, longer);
            List<Step> line = line(longer);
            line.set(line.size() - 1, longer);
        } else {
            add(step);
        }
    }

    private void add(Step step) {
        last.put(apart(step), all.size());
        all.add(step);
        line(step).add(step);
    }

    private List<Step> line(Step step) {
        return lines.computeIfAbsent(apart(step), unused -> new ArrayList<>());
    }

    /** Returns a number for the stream and direction of a step: what goes one way does not follow what goes the other. */
    private static int apart(Step step) {
        return apart(step.stream(), step.fromClient());
    }

    private static int apart(int stream, boolean fromClient) {
        return 2 * stream + (fromClient ? 1 : 0);
    }

    private static boolean joins(Step last, Step step) {
        return step.label().endsWith("_chunk")
                && step.label().equals(last.label())
                && step.stream() == last.stream()
                && last.content().at("/update/content/text").isTextual()
                && step.content().at("/update/content/text").isTextual()
                && last.content().at("/update/messageId").equals(step.content().at("/update/messageId"));
    }

    private int session(JsonNode params) {
        JsonNode id = params.path("sessionId");
        return id.isTextual() ? number("sessionId", id.textValue()) : 0;
    }

    private int number(String name, String id) {
        String kind = kind(name);
        String key = kind + ' ' + id;
        Integer known = ids.get(key);
        if (known == null) {
            known = 1
                    + (int) ids.keySet().stream()
                            .filter(each -> each.startsWith(kind + ' '))
                            .count();
            ids.put(key, known);
        }
        return known;
    }

    /** Returns which one of its kind an id is, counted from 1; null for one that was not met. */
    @Nullable
    Integer numberOf(String name, String id) {
        return ids.get(kind(name) + ' ' + id);
    }

    /** The id that has a number; null while there is none. */
    @Nullable
    String idOf(String name, int number) {
        String start = kind(name) + ' ';
        return ids.entrySet().stream()
                .filter(each -> each.getValue() == number && each.getKey().startsWith(start))
                .map(each -> each.getKey().substring(start.length()))
                .findFirst()
                .orElse(null);
    }

    static boolean isId(String name) {
        return IDS.contains(name);
    }

    private static String kind(String name) {
        return name.toLowerCase(Locale.ROOT).contains("session") ? "session" : name;
    }

    /** The same without what differs from one conversation to the next; members in the order of their names. */
    private JsonNode plain(JsonNode value) {
        if (value.isMissingNode()) {
            return NODES.nullNode();
        }
        if (value.isArray()) {
            ArrayNode array = NODES.arrayNode();
            value.forEach(each -> array.add(plain(each)));
            return array;
        }
        if (!value.isObject()) {
            return value;
        }
        ObjectNode object = NODES.objectNode();
        Map<String, JsonNode> sorted = new TreeMap<>();
        value.properties().forEach(member -> sorted.put(member.getKey(), member.getValue()));
        sorted.forEach((name, member) -> {
            if (IDS.contains(name) && member instanceof TextNode id) {
                object.put(name, name + "#" + number(name, id.textValue()));
            } else if (!LEFT_OUT.contains(name)) {
                object.set(name, plain(member));
            }
        });
        return object;
    }
}
