package io.acp4j.client.transcript;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonSyntaxException;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.SessionUpdate;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Feeds transcripts with a conversation on the wire, of which {@code > } marks the client's lines and {@code < } the agent's. */
final class WireReplay {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Map<String, DefaultSessionTranscript> sessions = new LinkedHashMap<>();
    private final Map<String, JsonNode> requests = new HashMap<>();

    static Map<String, DefaultSessionTranscript> of(List<String> lines) {
        WireReplay replay = new WireReplay();
        for (String line : lines) {
            if (line.startsWith("> ") || line.startsWith("< ")) {
                replay.line(line.startsWith(">"), line.substring(2));
            }
        }
        return replay.sessions;
    }

    private void line(boolean client, String json) {
        try {
            JsonNode frame = MAPPER.readTree(json);
            if (client) {
                sent(frame);
            } else {
                received(frame);
            }
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        } catch (SchemaException | JsonSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private DefaultSessionTranscript session(JsonNode frame) {
        String id = frame.path("params").path("sessionId").asText();
        return sessions.computeIfAbsent(id, key -> DefaultSessionTranscript.create());
    }

    private void sent(JsonNode frame) throws SchemaException, JsonSyntaxException {
        requests.put(frame.path("id").asText(), frame);
        switch (frame.path("method").asText()) {
            case "session/prompt" ->
                session(frame)
                        .promptStarted(
                                decode(PromptRequest.CODEC, frame.get("params")).prompt());
            case "session/load" -> session(frame).replayStarted();
            case "session/cancel" -> session(frame).cancelRequested();
            default -> {}
        }
    }

    private void received(JsonNode frame) throws SchemaException, JsonSyntaxException {
        switch (frame.path("method").asText()) {
            case "session/update" ->
                session(frame)
                        .update(decode(SessionUpdate.CODEC, frame.path("params").get("update")));
            case "session/request_permission" ->
                session(frame)
                        .permissionRequested(decode(RequestPermissionRequest.CODEC, frame.get("params"))
                                .toolCall());
            default -> answered(frame);
        }
    }

    private void answered(JsonNode frame) {
        JsonNode request = requests.get(frame.path("id").asText());
        if (request == null || frame.has("method")) {
            return;
        }
        boolean success = frame.has("result");
        switch (request.path("method").asText()) {
            case "session/prompt" ->
                session(request)
                        .promptEnded(
                                success
                                        ? new StopReason(frame.path("result")
                                                .path("stopReason")
                                                .asText())
                                        : null);
            case "session/load" -> session(request).replayEnded(success);
            default -> {}
        }
    }

    private static <T> T decode(JsonCodec<T> codec, JsonNode json) throws SchemaException, JsonSyntaxException {
        return codec.decode(json.toString().getBytes(StandardCharsets.UTF_8));
    }
}
