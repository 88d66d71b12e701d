// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolCallLocation;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.tool.ToolKind;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A tool call that the agent has decided on; {@link ToolCallUpdate} reports how it goes on.
 *
 * @param toolCallId names the call within its session
 * @param title what the tool does, for people
 * @param name the name of the tool, for programs; null when unsaid
 * @param kind what sort of thing the tool does; {@link ToolKind#OTHER} when unsaid
 * @param status how far the call has come; {@link ToolCallStatus#PENDING} when unsaid
 * @param content what it has produced so far
 * @param locations the places in files that it works on
 * @param rawInput what the tool was given; null when unsaid
 * @param rawOutput what the tool gave back; null when unsaid
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#creating">the specification</a>
 * @since 0.1.0
 */
public record ToolCall(
        ToolCallId toolCallId,
        String title,
        @Nullable String name,
        ToolKind kind,
        ToolCallStatus status,
        List<ToolCallContent> content,
        List<ToolCallLocation> locations,
        @Nullable RawJson rawInput,
        @Nullable RawJson rawOutput,
        @Nullable Meta meta)
        implements SessionUpdate, UpdatableToolCall {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<ToolCall> CODEC = ObjectCodec.of("ToolCall", type -> {
        var toolCallId = type.required("toolCallId", ToolCallId.CODEC, ToolCall::toolCallId);
        var title = type.required("title", Codecs.STRING, ToolCall::title);
        var name = type.lenient("name", Codecs.STRING, ToolCall::name);
        var kind = type.lenient("kind", ToolKind.CODEC, ToolCall::kind, ToolKind.OTHER);
        var status = type.lenient("status", ToolCallStatus.CODEC, ToolCall::status, ToolCallStatus.PENDING);
        var content = type.lenientList("content", ToolCallContent.CODEC, ToolCall::content);
        var locations = type.lenientList("locations", ToolCallLocation.CODEC, ToolCall::locations);
        var rawInput = type.lenient("rawInput", RawJson.CODEC, ToolCall::rawInput);
        var rawOutput = type.lenient("rawOutput", RawJson.CODEC, ToolCall::rawOutput);
        var meta = type.lenient("_meta", Meta.CODEC, ToolCall::meta);
        return in -> new ToolCall(
                in.get(toolCallId),
                in.get(title),
                in.find(name),
                in.get(kind),
                in.get(status),
                in.get(content),
                in.get(locations),
                in.find(rawInput),
                in.find(rawOutput),
                in.find(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public ToolCall {
        Objects.requireNonNull(toolCallId, "toolCallId");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(status, "status");
        content = List.copyOf(content);
        locations = List.copyOf(locations);
    }

    /**
     * Returns a value with what is required.
     *
     * @param toolCallId names the call within its session
     * @param title what the tool does, for people
     * @return the value
     */
    public static ToolCall of(ToolCallId toolCallId, String title) {
        return new ToolCall(
                toolCallId,
                title,
                null,
                ToolKind.OTHER,
                ToolCallStatus.PENDING,
                List.of(),
                List.of(),
                null,
                null,
                null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param toolCallId names the call within its session
     * @param title what the tool does, for people
     * @return the builder
     */
    public static Builder builder(ToolCallId toolCallId, String title) {
        return new Builder(toolCallId, title);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(toolCallId, title);
        copy.name = name;
        copy.kind = kind;
        copy.status = status;
        copy.content = content;
        copy.locations = locations;
        copy.rawInput = rawInput;
        copy.rawOutput = rawOutput;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ToolCall}; used by one thread. */
    public static final class Builder {

        private final ToolCallId toolCallId;
        private final String title;
        private @Nullable String name;
        private ToolKind kind = ToolKind.OTHER;
        private ToolCallStatus status = ToolCallStatus.PENDING;
        private List<ToolCallContent> content = List.of();
        private List<ToolCallLocation> locations = List.of();
        private @Nullable RawJson rawInput;
        private @Nullable RawJson rawOutput;
        private @Nullable Meta meta;

        private Builder(ToolCallId toolCallId, String title) {
            this.toolCallId = Objects.requireNonNull(toolCallId, "toolCallId");
            this.title = Objects.requireNonNull(title, "title");
        }

        /**
         * Sets the name of the tool, for programs.
         *
         * @param name the name of the tool, for programs; null when unsaid
         * @return this
         */
        public Builder name(@Nullable String name) {
            this.name = name;
            return this;
        }

        /**
         * Sets what sort of thing the tool does.
         *
         * @param kind what sort of thing the tool does; {@link ToolKind#OTHER} when unsaid
         * @return this
         */
        public Builder kind(ToolKind kind) {
            this.kind = Objects.requireNonNull(kind, "kind");
            return this;
        }

        /**
         * Sets how far the call has come.
         *
         * @param status how far the call has come; {@link ToolCallStatus#PENDING} when unsaid
         * @return this
         */
        public Builder status(ToolCallStatus status) {
            this.status = Objects.requireNonNull(status, "status");
            return this;
        }

        /**
         * Sets what it has produced so far.
         *
         * @param content what it has produced so far
         * @return this
         */
        public Builder content(List<ToolCallContent> content) {
            this.content = Objects.requireNonNull(content, "content");
            return this;
        }

        /**
         * Sets the places in files that it works on.
         *
         * @param locations the places in files that it works on
         * @return this
         */
        public Builder locations(List<ToolCallLocation> locations) {
            this.locations = Objects.requireNonNull(locations, "locations");
            return this;
        }

        /**
         * Sets what the tool was given.
         *
         * @param rawInput what the tool was given; null when unsaid
         * @return this
         */
        public Builder rawInput(@Nullable RawJson rawInput) {
            this.rawInput = rawInput;
            return this;
        }

        /**
         * Sets what the tool gave back.
         *
         * @param rawOutput what the tool gave back; null when unsaid
         * @return this
         */
        public Builder rawOutput(@Nullable RawJson rawOutput) {
            this.rawOutput = rawOutput;
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
         * Returns the value.
         *
         * @return the value
         */
        public ToolCall build() {
            return new ToolCall(toolCallId, title, name, kind, status, content, locations, rawInput, rawOutput, meta);
        }
    }
}
