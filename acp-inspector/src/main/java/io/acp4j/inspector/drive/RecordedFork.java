package io.acp4j.inspector.drive;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AirForkDetection;
import io.acp4j.client.internal.conversation.DefaultConversation;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.ForkGranularity;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How much a recorded fork has inherited, by its request: up to {@code messageId}, up to the point in {@code _meta} of the AIR dialect,
 * or everything.
 */
final class RecordedFork {

    /** What adapters add to the id of a message that they show as several. */
    private static final Pattern SEGMENT = Pattern.compile(":segment:\\d+$");

    private RecordedFork() {}

    /**
     * Returns what a fork has inherited.
     *
     * @param source what the session had that was forked
     * @param params the parameters of the request
     * @param agent the result of {@code initialize}, which tells agents apart that keep whole turns; may be no object
     * @return the messages of the source that the fork has; none when the point is not among them
     */
    static Conversation history(Conversation source, JsonNode params, JsonNode agent) {
        JsonNode id = params.path("messageId");
        if (id.isTextual()) {
            return through(source, last(source.find(new MessageId(id.textValue()))), false);
        }
        JsonNode air = params.at("/_meta/jetbrains/air/fork");
        if (!air.path("messageId").isTextual()) {
            return source;
        }
        String wanted = whole(air.path("messageId").textValue());
        TranscriptMessage found = last(source.messages().stream()
                .filter(message ->
                        message.id() != null && whole(message.id().value()).equals(wanted))
                .toList());
        return through(source, found == null ? matching(source, air) : found, keepsTurns(agent));
    }

    private static Conversation through(Conversation source, @Nullable TranscriptMessage last, boolean keepsTurns) {
        if (last == null) {
            return DefaultConversation.EMPTY;
        }
        return keepsTurns ? source.throughTurn(last) : source.through(last);
    }

    private static @Nullable TranscriptMessage last(List<TranscriptMessage> found) {
        return found.isEmpty() ? null : found.get(found.size() - 1);
    }

    private static String whole(String id) {
        return SEGMENT.matcher(id).replaceFirst("");
    }

    /** Agents may have made ids anew: then it is the message of the agent with this text, or one of several with the same. */
    private static @Nullable TranscriptMessage matching(Conversation source, JsonNode air) {
        String fingerprint = air.path("messageFingerprint").asText();
        return source.messages().stream()
                .filter(message -> message.role() == MessageRole.AGENT
                        && fingerprint(message.text()).equals(fingerprint))
                .skip(Math.max(1, air.path("messageOccurrence").asInt(1)) - 1L)
                .findFirst()
                .orElse(null);
    }

    private static String fingerprint(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return "sha256:" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static boolean keepsTurns(JsonNode agent) {
        if (!agent.isObject()) {
            return false;
        }
        try {
            InitializeResponse response = InitializeResponse.CODEC.decode(RawJson.of(agent));
            return ForkGranularity.TURN.equals(AirForkDetection.KNOWN.granularity(response));
        } catch (SchemaException e) {
            return false; // The dialect's own granularity is the message.
        }
    }
}
