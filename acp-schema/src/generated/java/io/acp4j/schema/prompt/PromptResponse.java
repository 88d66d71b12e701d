// Written by build-support/write-types from src/protocol/prompt.yaml: change that, not this.
package io.acp4j.schema.prompt;

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
     * Returns a response with what is required.
     *
     * @param stopReason why it ended
     * @return the response
     */
    public static PromptResponse of(StopReason stopReason) {
        return new PromptResponse(stopReason, null, null);
    }

    /**
     * Starts a response with what is required.
     *
     * @param stopReason why it ended
     * @return the builder
     */
    public static Builder builder(StopReason stopReason) {
        return new Builder(stopReason);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(stopReason);
        copy.usage = usage;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link PromptResponse}; used by one thread. */
    public static final class Builder {

        private final StopReason stopReason;
        private @Nullable Usage usage;
        private @Nullable Meta meta;

        private Builder(StopReason stopReason) {
            this.stopReason = Objects.requireNonNull(stopReason, "stopReason");
        }

        /**
         * Sets how many tokens the turn took.
         *
         * @param usage how many tokens the turn took; null when not told
         * @return this
         */
        @Unstable("end-turn-token-usage")
        public Builder usage(@Nullable Usage usage) {
            this.usage = usage;
            return this;
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; null when there is none
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            this.meta = meta;
            return this;
        }

        /**
         * Returns the response.
         *
         * @return the response
         */
        public PromptResponse build() {
            return new PromptResponse(stopReason, usage, meta);
        }
    }
}
