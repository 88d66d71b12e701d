package io.acp4j.client.internal.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.AirForkDetection;
import io.acp4j.client.ForkMechanism;
import io.acp4j.client.NoForkPointException;
import io.acp4j.client.internal.calls.ForkRefusals;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.branching.ForkGranularity;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.session.ForkSessionRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code _meta.jetbrains.air.fork}: a message of the agent by its id and, since agents make ids anew, by the digest of its text
 * and by how many messages of the agent up to it have that text.
 */
final class AirDialect implements ForkDialect {

    private static final String JETBRAINS = "jetbrains";
    private static final String AIR = "air";
    private static final String FORK = "fork";

    /** What adapters add to the id of a message that they show as several. */
    private static final Pattern SEGMENT = Pattern.compile(":segment:\\d+$");

    @Override
    public ForkMechanism mechanism() {
        return ForkMechanism.AIR;
    }

    @Override
    public boolean isSpokenBy(InitializeResponse agent, AirForkDetection vouched) {
        return vouched.isSupportedBy(agent);
    }

    @Override
    public @Nullable ForkGranularity granularity(InitializeResponse agent, AirForkDetection vouched) {
        return vouched.granularity(agent);
    }

    @Override
    public @Nullable AcpException refusal(ForkTarget target, InitializeResponse agent) {
        return BranchRole.USER.equals(target.role())
                ? new NoForkPointException(
                        "the agent forks only after its own messages, not after those of the user; fork at the response to it, and "
                                + ForkRefusals.HISTORY_AS_PROMPT)
                : null;
    }

    @Override
    public boolean prefersWhole() {
        return true;
    }

    @Override
    public ForkSessionRequest name(ForkSessionRequest whole, ForkTarget target) {
        ObjectNode fork = JsonNodeFactory.instance
                .objectNode()
                .put("version", 1)
                .put("messageId", target.id().value());
        // A part of a message has a text that is no message's.
        String text = SEGMENT.matcher(target.id().value()).find() ? null : target.text();
        if (text != null && !text.isEmpty()) {
            fork.put("messageFingerprint", fingerprint(text)).put("messageOccurrence", target.occurrence());
        }
        return whole.toBuilder().meta(with(fork, whole.meta())).build();
    }

    /** Puts the point among extra data; what others have put there is kept. */
    private static Meta with(ObjectNode fork, @Nullable Meta meta) {
        ObjectNode jetbrains = object(meta == null ? null : meta.get(JETBRAINS));
        ObjectNode air = jetbrains.path(AIR).isObject() ? (ObjectNode) jetbrains.path(AIR) : jetbrains.putObject(AIR);
        air.put("version", 1).set(FORK, fork);
        RawJson member = RawJson.of(jetbrains);
        return meta == null ? Meta.of(JETBRAINS, member) : meta.with(JETBRAINS, member);
    }

    private static ObjectNode object(@Nullable RawJson member) {
        JsonNode tree = member == null ? null : member.toTree().deepCopy();
        return tree instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
    }

    private static String fingerprint(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public boolean isUsedIn(JsonNode params) {
        return air(params).hasNonNull(FORK);
    }

    @Override
    public @Nullable MessageId pointIn(JsonNode params) {
        JsonNode id = air(params).path(FORK).path("messageId");
        return id.isTextual() ? new MessageId(id.textValue()) : null;
    }

    private static JsonNode air(JsonNode params) {
        return params.path("_meta").path(JETBRAINS).path(AIR);
    }

    @Override
    public boolean isSameMessage(MessageId one, MessageId other) {
        return whole(one).equals(whole(other));
    }

    private static String whole(MessageId id) {
        return SEGMENT.matcher(id.value()).replaceFirst("");
    }

    @Override
    public AcpException unsupported(InitializeResponse agent) {
        return new UnsupportedCapabilityException(
                "session/fork at a message in the AIR dialect", "_meta.jetbrains.air");
    }
}
