// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Instructions of a client for a whole session.
 *
 * <p>Only for agents that advertise {@code sessionCapabilities.systemPrompt}; one that cannot follow them refuses the
 * session.
 *
 * @param mode how they are combined with those of the agent
 * @param content the instructions: text, at least one block
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
 * @since 0.1.0
 */
@Unstable("system-prompt")
public record SystemPrompt(
        SystemPromptMode mode,
        List<ContentBlock> content,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SystemPrompt> CODEC = ObjectCodec.of("SystemPrompt", type -> {
        var mode = type.required("mode", SystemPromptMode.CODEC, SystemPrompt::mode);
        var content = type.requiredList("content", ContentBlock.CODEC, SystemPrompt::content);
        var meta = type.lenient("_meta", Meta.CODEC, SystemPrompt::meta);
        return in -> new SystemPrompt(in.get(mode), in.get(content), in.find(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public SystemPrompt {
        Objects.requireNonNull(mode, "mode");
        content = List.copyOf(content);
    }

    /**
     * Returns a value with what is required.
     *
     * @param mode how they are combined with those of the agent
     * @param content the instructions: text, at least one block
     * @return the value
     */
    public static SystemPrompt of(SystemPromptMode mode, List<ContentBlock> content) {
        return new SystemPrompt(mode, content, null);
    }

    /**
     * Returns instructions that come after those of the agent.
     *
     * @param text the instructions
     * @return the value
     */
    public static SystemPrompt append(String text) {
        return of(SystemPromptMode.APPEND, List.of(ContentBlock.text(text)));
    }

    /**
     * Returns instructions that take the place of those of the agent.
     *
     * @param text the instructions
     * @return the value
     */
    public static SystemPrompt override(String text) {
        return of(SystemPromptMode.OVERRIDE, List.of(ContentBlock.text(text)));
    }

    /**
     * Starts a value with what is required.
     *
     * @param mode how they are combined with those of the agent
     * @param content the instructions: text, at least one block
     * @return the builder
     */
    public static Builder builder(SystemPromptMode mode, List<ContentBlock> content) {
        return new Builder(mode, content);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(mode, content);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SystemPrompt}; used by one thread. */
    public static final class Builder {

        private final SystemPromptMode mode;
        private final List<ContentBlock> content;
        private @Nullable Meta meta;

        private Builder(SystemPromptMode mode, List<ContentBlock> content) {
            this.mode = Objects.requireNonNull(mode, "mode");
            this.content = Objects.requireNonNull(content, "content");
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
        public SystemPrompt build() {
            return new SystemPrompt(mode, content, meta);
        }
    }
}
