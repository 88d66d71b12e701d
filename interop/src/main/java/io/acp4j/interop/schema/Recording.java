package io.acp4j.interop.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.DecimalNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lines of some connections, with the method that each response answers. */
final class Recording {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /**
     * One line.
     *
     * @param connection the connection, as a name that is unique in the recording
     * @param from {@code agent} or {@code client}
     * @param message what was sent; null when it is not JSON
     */
    record Line(String connection, String from, @Nullable JsonNode message) {}

    private record Call(String connection, String from, JsonNode id) {}

    private final List<Line> lines = new ArrayList<>();
    private final Map<Call, String> methods = new HashMap<>();

    /** Reads files of JSON lines {@code {"connection":1,"from":"agent","text":"…"}}. */
    static Recording read(List<Path> files) throws IOException {
        Recording recording = new Recording();
        for (Path file : files) {
            for (String text : Files.readAllLines(file)) {
                JsonNode entry = MAPPER.readTree(text);
                recording.add(
                        file + " " + entry.path("connection").asText(),
                        entry.path("from").asText(),
                        entry.path("text").asText());
            }
        }
        return recording;
    }

    void add(String connection, String from, String text) {
        JsonNode message = parse(text);
        lines.add(new Line(connection, from, message));
        if (message != null && message.has("method") && message.has("id")) {
            methods.put(
                    new Call(connection, from, worth(message.get("id"))),
                    message.get("method").asText());
        }
    }

    private static @Nullable JsonNode parse(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    List<Line> sentBy(String side) {
        return lines.stream().filter(line -> line.from().equals(side)).toList();
    }

    /** Finds the method of the request that a response answers; null when nobody asked. */
    @Nullable
    String answeredMethod(Line response) {
        if (response.message() == null) {
            return null;
        }
        String asker = response.from().equals("agent") ? "client" : "agent";
        JsonNode id = response.message().path("id");
        return methods.get(new Call(response.connection(), asker, worth(id)));
    }

    /** Returns what equals all ids of the same worth: {@code 1.0} and {@code 1e0} are 1. */
    private static JsonNode worth(JsonNode id) {
        return id.isNumber() ? DecimalNode.valueOf(id.decimalValue().stripTrailingZeros()) : id;
    }
}
