// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A tool call that runs.
 *
 * @param toolCallId the call
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/prompt-lifecycle#background-work">the
 *     specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record BackgroundToolCall(
        ToolCallId toolCallId, @Nullable Meta meta) implements BackgroundWork {

    /** Reads and writes the object, without the discriminator that {@link BackgroundWork#CODEC} adds. */
    public static final ObjectCodec<BackgroundToolCall> CODEC = ObjectCodec.of("BackgroundToolCall", type -> {
        var toolCallId = type.required("toolCallId", ToolCallId.CODEC, BackgroundToolCall::toolCallId);
        var meta = type.lenient("_meta", Meta.CODEC, BackgroundToolCall::meta);
        return in -> new BackgroundToolCall(in.get(toolCallId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public BackgroundToolCall {
        Objects.requireNonNull(toolCallId, "toolCallId");
    }

    /**
     * Returns a value with what is required.
     *
     * @param toolCallId the call
     * @return the value
     */
    public static BackgroundToolCall of(ToolCallId toolCallId) {
        return new BackgroundToolCall(toolCallId, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param toolCallId the call
     * @return the builder
     */
    public static Builder builder(ToolCallId toolCallId) {
        return new Builder(toolCallId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(toolCallId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link BackgroundToolCall}; used by one thread. */
    public static final class Builder {

        private final ToolCallId toolCallId;
        private @Nullable Meta meta;

        private Builder(ToolCallId toolCallId) {
            this.toolCallId = Objects.requireNonNull(toolCallId, "toolCallId");
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
         * Returns the value.
         *
         * @return the value
         */
        public BackgroundToolCall build() {
            return new BackgroundToolCall(toolCallId, meta);
        }
    }
}
