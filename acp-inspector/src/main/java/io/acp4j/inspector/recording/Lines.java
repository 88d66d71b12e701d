package io.acp4j.inspector.recording;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.recording.Noted.Sender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Understands the lines of several tools, each by the names of its members. */
final class Lines {

    /** A number of seconds above this is one of milliseconds: the year 5138. */
    private static final long SECONDS = 100_000_000_000L;

    /** Times are those of the years from 1 to 9999. */
    private static final long FIRST_SECOND = -62_135_596_800L;

    private static final long LAST_SECOND = 253_402_300_799L;

    private static final Map<String, Sender> SENDERS = Map.ofEntries(
            Map.entry("outbound", Sender.RECORDER),
            Map.entry("inbound", Sender.PEER),
            Map.entry("fromclient", Sender.CLIENT),
            Map.entry("fromagent", Sender.AGENT),
            Map.entry("c2a", Sender.CLIENT),
            Map.entry("a2c", Sender.AGENT),
            Map.entry("client", Sender.CLIENT),
            Map.entry("agent", Sender.AGENT),
            Map.entry("client-to-agent", Sender.CLIENT),
            Map.entry("agent-to-client", Sender.AGENT),
            Map.entry("editor-to-agent", Sender.CLIENT),
            Map.entry("agent-to-editor", Sender.AGENT));

    private Lines() {}

    /** Reads a line; null for one that is no frame, such as a line of a log. */
    static @Nullable Noted read(JsonNode line) throws IOException {
        if (line.has("jsonrpc")) {
            return new Noted(Sender.UNKNOWN, null, bytes(line));
        }
        if (line.path("type").isTextual() && (line.has("from") || line.has("component"))) {
            return traced(line);
        }
        Sender sender = sender(line.path("direction").asText(line.path("dir").asText()));
        Instant time = time(first(line, "time", "ts", "timestamp"));
        JsonNode frame = first(line, "frame", "msg", "message");
        JsonNode text = first(line, "json", "raw");
        if (frame.isContainerNode()) {
            return new Noted(sender, time, bytes(frame));
        }
        if (text.isTextual()) {
            return new Noted(sender, time, text.textValue().getBytes(UTF_8));
        }
        if (line.path("base64").isTextual()) {
            return new Noted(sender, time, decoded(line.path("base64").textValue()));
        }
        if (!frame.isMissingNode()) {
            return new Noted(sender, time, bytes(frame));
        }
        if (line.path("bytes").isIntegralNumber()) {
            String left = "[" + line.path("bytes").asText() + " bytes that are no JSON, left out of the recording]";
            return new Noted(sender, time, left.getBytes(UTF_8));
        }
        throw new IOException("has no frame: neither frame, msg, message, json, raw nor base64");
    }

    private static byte[] decoded(String base64) throws IOException {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new IOException("has a base64 that is none", e);
        }
    }

    private static Sender sender(String direction) throws IOException {
        if (direction.isEmpty()) {
            return Sender.UNKNOWN;
        }
        Sender sender = SENDERS.get(direction.toLowerCase(Locale.ROOT));
        if (sender == null) {
            throw new IOException("has a direction that is not known");
        }
        return sender;
    }

    private static JsonNode first(JsonNode line, String... names) {
        for (String name : names) {
            JsonNode value = line.path(name);
            if (!value.isMissingNode() && !value.isNull()) {
                return value;
            }
        }
        return line.path(names[0] + " "); // Missing.
    }

    private static @Nullable Instant time(JsonNode time) throws IOException {
        try {
            if (time.isTextual()) {
                Instant parsed = Instant.parse(time.textValue());
                checkRange((double) parsed.getEpochSecond());
                return parsed;
            }
            if (!time.isNumber()) {
                return null;
            }
            double number = time.asDouble();
            double seconds = Math.abs(number) > SECONDS ? number / 1000 : number;
            checkRange(seconds);
            return Instant.EPOCH.plus(Math.round(seconds * 1e6), ChronoUnit.MICROS);
        } catch (DateTimeException e) {
            throw new IOException("has a time that is none", e);
        }
    }

    private static void checkRange(double seconds) {
        if (!(seconds >= FIRST_SECOND && seconds <= LAST_SECOND)) {
            throw new DateTimeException("its year is none from 1 to 9999");
        }
    }

    /** An event of the trace of a conductor; what goes between proxies is left out, as is what is no frame. */
    private static @Nullable Noted traced(JsonNode event) throws IOException {
        Sender sender = switch (event.path("from").asText()) {
            case "client" -> Sender.CLIENT;
            case "agent" -> Sender.AGENT;
            default -> event.path("to").asText().equals("client") ? Sender.AGENT : null;
        };
        if (sender == null || event.path("protocol").asText("acp").equals("mcp")) {
            return null;
        }
        ObjectNode frame = FrameJson.MAPPER.createObjectNode().put("jsonrpc", "2.0");
        switch (event.path("type").asText()) {
            case "request" -> frame.set("id", event.path("id"));
            case "notification" -> {}
            case "response" -> {
                frame.set("id", event.path("id"));
                frame.set(event.path("is_error").asBoolean() ? "error" : "result", event.path("payload"));
            }
            default -> {
                return null;
            }
        }
        if (event.has("method")) {
            frame.set("method", event.path("method"));
            if (event.has("params")) {
                frame.set("params", event.path("params"));
            }
        }
        return new Noted(sender, time(event.path("ts")), bytes(frame));
    }

    private static byte[] bytes(JsonNode value) {
        try {
            return FrameJson.MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("a value that was read is always written", e);
        }
    }
}
