package io.acp4j.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.json.RawJson;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The fork point in the {@code _meta} member {@code jetbrains.air.fork}: a message by its id and, for ids that agents have
 * made anew since, by the digest of its visible text.
 *
 * @param id the message
 * @param fingerprint {@code sha256:} and the digest of its text in hexadecimal; null when there is none
 * @param occurrence which of several messages with that text, from 1; 0 when that is unsaid
 */
record AirForkPoint(MessageId id, @Nullable String fingerprint, int occurrence) {

    private static final String PATH = "/params/_meta/jetbrains/air/fork";
    private static final String DIGEST = "sha256:";

    /** Finds the point among extra data; null when there is none. */
    static @Nullable AirForkPoint of(@Nullable Meta meta) {
        RawJson jetbrains = meta == null ? null : meta.get("jetbrains");
        if (jetbrains == null) {
            return null;
        }
        JsonNode fork = jetbrains.toTree().path("air").path("fork");
        if (fork.isMissingNode() || fork.isNull()) {
            return null;
        }
        if (fork.path("version").asInt(1) != 1) {
            throw RequestChecks.invalid("unknown_version", PATH + "/version", "expected version 1");
        }
        JsonNode id = fork.path("messageId");
        if (!id.isTextual() || id.textValue().isEmpty()) {
            throw RequestChecks.invalid("malformed_fork_point", PATH + "/messageId", "expected an id");
        }
        return new AirForkPoint(new MessageId(id.textValue()), fingerprint(fork), occurrence(fork));
    }

    private static @Nullable String fingerprint(JsonNode fork) {
        JsonNode fingerprint = fork.path("messageFingerprint");
        if (fingerprint.isMissingNode() || fingerprint.isNull()) {
            return null;
        }
        if (!fingerprint.isTextual() || !fingerprint.textValue().startsWith(DIGEST)) {
            throw RequestChecks.invalid(
                    "malformed_fork_point", PATH + "/messageFingerprint", "expected " + DIGEST + " and a digest");
        }
        return fingerprint.textValue();
    }

    private static int occurrence(JsonNode fork) {
        JsonNode occurrence = fork.path("messageOccurrence");
        if (occurrence.isMissingNode() || occurrence.isNull()) {
            return 0;
        }
        if (!occurrence.isInt() || occurrence.intValue() < 1) {
            throw RequestChecks.invalid(
                    "malformed_fork_point", PATH + "/messageOccurrence", "expected a whole number from 1");
        }
        return occurrence.intValue();
    }

    /** Whether a text is the one that the fingerprint was made of. */
    boolean fits(String text) {
        return digest(text).equalsIgnoreCase(fingerprint);
    }

    static String digest(String text) {
        return DIGEST + sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The digest of some bytes in hexadecimal. */
    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
