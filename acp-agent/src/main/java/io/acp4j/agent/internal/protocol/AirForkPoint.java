package io.acp4j.agent.internal.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.session.ForkSessionRequest;
import org.jspecify.annotations.Nullable;

/**
 * The fork point in the {@code _meta} member {@code jetbrains.air.fork}: a message by its id and, for ids that agents have
 * made anew since, by the digest of its visible text.
 */
final class AirForkPoint {

    private static final String PATH = "/params/_meta/jetbrains/air/fork";
    private static final String DIGEST = "sha256:";

    private AirForkPoint() {}

    /** Returns the point that a request names; null when it names none. */
    static ForkPoint.@Nullable OfMessage in(ForkSessionRequest request) {
        RawJson jetbrains = request.meta() == null ? null : request.meta().get("jetbrains");
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
        MessageId message = new MessageId(id.textValue());
        String fingerprint = fingerprint(fork);
        int occurrence = occurrence(fork);
        return fingerprint == null ? ForkPoint.at(message) : new ForkPoint.Matching(message, fingerprint, occurrence);
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
}
