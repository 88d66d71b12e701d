package io.acp4j.schema.v1.prompt;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Ends a turn.
 *
 * @param stopReason why it ended
 * @param usage how many tokens the turn took; null when not told
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#4-check-for-completion">the specification</a>
 * @since 0.1.0
 */
public record PromptResponse(
        StopReason stopReason,
        @Unstable("end-turn-token-usage") @Nullable Usage usage,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<PromptResponse> CODEC = ObjectCodec.of("PromptResponse", type -> {
        var stopReason = type.required("stopReason", StopReason.CODEC, PromptResponse::stopReason);
        var usage = type.lenient("usage", Usage.CODEC, PromptResponse::usage);
        var meta = type.lenient("_meta", Meta.CODEC, PromptResponse::meta);
        return in -> new PromptResponse(in.get(stopReason), in.find(usage), in.find(meta));
    });

    /** Checks that what is required is there. */
    public PromptResponse {
        Objects.requireNonNull(stopReason, "stopReason");
    }

    /**
     * Makes a response without extra data.
     *
     * @param stopReason why the turn ended
     * @return the response
     */
    public static PromptResponse of(StopReason stopReason) {
        return new PromptResponse(stopReason, null, null);
    }
}
