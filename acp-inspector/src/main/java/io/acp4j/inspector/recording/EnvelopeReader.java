package io.acp4j.inspector.recording;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.recording.RecordedLine.Sender;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the messages in a JSON value of a recording: a message itself, an array of messages, or an object that has a message in one of
 * its members beside a direction and a time.
 */
final class EnvelopeReader {

    private static final int MAX_DEPTH = 8;

    private static final List<String> DIRECTIONS = List.of("direction", "dir");
    private static final Set<String> SENDERS = Set.of(
            "from", "to", "sender", "source", "way", "type", "kind", "event", "side", "role", "origin", "flow",
            "channel", "stream", "op");
    private static final List<String> TIMES = List.of("time", "ts", "timestamp", "@timestamp", "at", "date", "t");
    private static final List<String> CONNECTIONS = List.of("connection", "conn", "connectionId", "connection_id");

    /** Members that have the message, the exact one first where a tool writes it twice. */
    private static final List<String> MESSAGES =
            List.of("frame", "msg", "message", "json", "raw", "payload", "data", "body", "content", "line", "text");

    /** Members whose text is the frame even if it is not a message. */
    private static final Set<String> TEXTS = Set.of("frame", "msg", "message", "json", "raw");

    private final RecordedTimes times = new RecordedTimes();

    RecordedTimes times() {
        return times;
    }

    /** Adds the messages of a value, and returns whether it is part of a recording. Values between proxies have no message. */
    boolean read(JsonNode value, LineContext context, List<RecordedLine> to) {
        return read(value, context, to, 0);
    }

    private boolean read(JsonNode value, LineContext outer, List<RecordedLine> to, int depth) {
        if (depth > MAX_DEPTH) {
            return false;
        }
        if (value.isArray()) {
            boolean isRead = false;
            for (JsonNode each : value) {
                isRead |= read(each, outer, to, depth + 1);
            }
            return isRead;
        }
        if (value.isTextual()) {
            return text(value.textValue(), outer, to, depth);
        }
        return value.isObject() && object(value, outer, to, depth);
    }

    /** Reads a text that has a message, perhaps after a direction as in a line of a log. */
    private boolean text(String text, LineContext outer, List<RecordedLine> to, int depth) {
        JsonInText json = new JsonInText(text);
        boolean isRead = false;
        while (json.next() == JsonExtent.State.COMPLETE) {
            LineContext context = new LineContext(DirectionWords.ofText(json.before()), null, null);
            isRead |= read(json.value(), context.or(outer), to, depth + 1);
        }
        return isRead;
    }

    private boolean object(JsonNode object, LineContext outer, List<RecordedLine> to, int depth) {
        if (object.has("jsonrpc")) {
            to.add(context(object).or(outer).message(bytes(withoutNotes(object))));
            return true;
        }
        if (object.path("type").isTextual() && object.has("from") && object.has("to") && !hasFrame(object)) {
            return traced(object, outer, to);
        }
        if (MessageShape.isBare(object)) {
            to.add(outer.message(bytes(object)));
            return true;
        }
        LineContext context = context(object).or(outer);
        if (object.path("opened").isTextual() && context.connection() != null) {
            to.add(new RecordedLine(
                    Sender.UNKNOWN,
                    context.time(),
                    context.connection(),
                    object.path("opened").textValue(),
                    new byte[0]));
            return true;
        }
        return wrapped(object, context, to, depth)
                || completed(object, context, to)
                || parts(object, context, to, depth)
                || unreadable(object, context, to);
    }

    private static boolean hasFrame(JsonNode object) {
        return TEXTS.stream().anyMatch(object::has);
    }

    /** Returns a message without the direction and the time that a tool has added to it. */
    private static JsonNode withoutNotes(JsonNode message) {
        ObjectNode copy = null;
        for (List<String> names : List.of(DIRECTIONS, TIMES, CONNECTIONS)) {
            for (String name : names) {
                if (message.has(name)) {
                    copy = copy == null ? message.deepCopy() : copy;
                    copy.remove(name);
                }
            }
        }
        return copy == null ? message : copy;
    }

    private LineContext context(JsonNode object) {
        JsonNode connection = first(object, CONNECTIONS);
        return new LineContext(
                sender(object), times.of(first(object, TIMES)), connection.isValueNode() ? connection.asText() : null);
    }

    /** The member for the direction states the sender, or else any member with such a word. */
    private static Sender sender(JsonNode object) {
        Sender found = Sender.UNKNOWN;
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            boolean isDirection = DIRECTIONS.contains(member.getKey());
            if (member.getValue().isTextual() && (isDirection || SENDERS.contains(member.getKey()))) {
                Sender sender = DirectionWords.ofLabel(member.getValue().textValue());
                if (sender != null && isDirection) {
                    return sender;
                }
                boolean isTo = member.getKey().equals("to");
                found = sender == null || found != Sender.UNKNOWN ? found : isTo ? other(sender) : sender;
            }
        }
        return found;
    }

    private static Sender other(Sender sender) {
        return switch (sender) {
            case CLIENT -> Sender.AGENT;
            case AGENT -> Sender.CLIENT;
            default -> sender;
        };
    }

    private boolean wrapped(JsonNode object, LineContext context, List<RecordedLine> to, int depth) {
        for (String name : MESSAGES) {
            JsonNode value = object.path(name);
            if (!value.isMissingNode() && read(value, context, to, depth + 1)) {
                return true;
            }
        }
        return object.path("base64").isTextual()
                && decoded(object.path("base64").textValue(), context, to);
    }

    /** Reads the messages in members of any other name than those that were already read. A name may be a direction. */
    private boolean parts(JsonNode object, LineContext context, List<RecordedLine> to, int depth) {
        boolean isRead = false;
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            boolean hasParts =
                    member.getValue().isContainerNode() || member.getValue().isTextual();
            if (hasParts && !MESSAGES.contains(member.getKey())) {
                Sender label = DirectionWords.ofLabel(member.getKey());
                LineContext inner = label == null ? context : new LineContext(label, null, null).or(context);
                isRead |= read(member.getValue(), inner, to, depth + 1);
            }
        }
        return isRead;
    }

    private static boolean decoded(String base64, LineContext context, List<RecordedLine> to) {
        try {
            to.add(context.message(Base64.getDecoder().decode(base64)));
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean completed(JsonNode object, LineContext context, List<RecordedLine> to) {
        ObjectNode message = MessageShape.completed(object);
        if (message == null) {
            return false;
        }
        Boolean isResponseOfClient = MessageShape.isResponseOfClient(object);
        Sender known = isResponseOfClient == null ? Sender.UNKNOWN : isResponseOfClient ? Sender.CLIENT : Sender.AGENT;
        to.add(context.or(new LineContext(known, null, null)).message(bytes(message)));
        return true;
    }

    /** A frame that is not a message is part of the conversation if its line has a direction. */
    private static boolean unreadable(JsonNode object, LineContext context, List<RecordedLine> to) {
        if (context.sender() == Sender.UNKNOWN) {
            return false;
        }
        if (object.path("bytes").isIntegralNumber()) {
            String left = "[" + object.path("bytes").asText() + " bytes that are not JSON, left out of the recording]";
            to.add(context.message(left.getBytes(UTF_8)));
            return true;
        }
        for (String name : MESSAGES) {
            JsonNode value = object.path(name);
            if (TEXTS.contains(name) && !value.isMissingNode() && !value.isNull()) {
                to.add(context.message(value.isTextual() ? value.textValue().getBytes(UTF_8) : bytes(value)));
                return true;
            }
        }
        return false;
    }

    /** Reads an event of the trace of a conductor. Events between proxies are left out. */
    private boolean traced(JsonNode event, LineContext outer, List<RecordedLine> to) {
        Sender sender = switch (event.path("from").asText()) {
            case "client" -> Sender.CLIENT;
            case "agent" -> Sender.AGENT;
            default -> event.path("to").asText().equals("client") ? Sender.AGENT : null;
        };
        String type = event.path("type").asText();
        boolean isMessage = Set.of("request", "notification", "response").contains(type);
        if (sender == null || !isMessage || event.path("protocol").asText("acp").equals("mcp")) {
            return isMessage;
        }
        ObjectNode frame = FrameJson.MAPPER.createObjectNode().put("jsonrpc", "2.0");
        if (!type.equals("notification")) {
            frame.set("id", event.path("id"));
        }
        if (type.equals("response")) {
            frame.set(event.path("is_error").asBoolean() ? "error" : "result", event.path("payload"));
        }
        for (String name : List.of("method", "params")) {
            if (event.has(name)) {
                frame.set(name, event.path(name));
            }
        }
        LineContext context = new LineContext(sender, times.of(event.path("ts")), null);
        to.add(context.or(outer).message(bytes(frame)));
        return true;
    }

    private static JsonNode first(JsonNode object, List<String> names) {
        for (String name : names) {
            JsonNode value = object.path(name);
            if (!value.isMissingNode() && !value.isNull()) {
                return value;
            }
        }
        return FrameJson.MAPPER.missingNode();
    }

    private static byte[] bytes(JsonNode value) {
        try {
            return FrameJson.MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("a value that was read is always written", e);
        }
    }
}
