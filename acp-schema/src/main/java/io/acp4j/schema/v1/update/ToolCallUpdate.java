package io.acp4j.schema.v1.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.v1.tool.ToolCallContent;
import io.acp4j.schema.v1.tool.ToolCallLocation;
import io.acp4j.schema.v1.tool.ToolCallStatus;
import io.acp4j.schema.v1.tool.ToolKind;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What has changed about a tool call; also what a permission request shows of one.
 *
 * <p>Null components are unchanged. Some agents send an update before the call itself, or without one.
 *
 * @param toolCallId names the call within its session
 * @param title what the tool does, for people; null when unchanged
 * @param name the name of the tool, for programs; null when unchanged
 * @param kind what sort of thing the tool does; null when unchanged
 * @param status how far the call has come; null when unchanged
 * @param content everything it has produced so far, replacing what was sent before; null when unchanged
 * @param locations all places in files that it works on, replacing those sent before; null when unchanged
 * @param rawInput what the tool was given; null when unchanged
 * @param rawOutput what the tool gave back; null when unchanged
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#updating">the specification</a>
 * @since 0.1.0
 */
public record ToolCallUpdate(
        ToolCallId toolCallId,
        @Nullable String title,
        @Nullable String name,
        @Nullable ToolKind kind,
        @Nullable ToolCallStatus status,
        @Nullable List<ToolCallContent> content,
        @Nullable List<ToolCallLocation> locations,
        @Nullable RawJson rawInput,
        @Nullable RawJson rawOutput,
        @Nullable Meta meta)
        implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<ToolCallUpdate> CODEC = ObjectCodec.of("ToolCallUpdate", type -> {
        var toolCallId = type.required("toolCallId", ToolCallId.CODEC, ToolCallUpdate::toolCallId);
        var title = type.lenient("title", Codecs.STRING, ToolCallUpdate::title);
        var name = type.lenient("name", Codecs.STRING, ToolCallUpdate::name);
        var kind = type.lenient("kind", ToolKind.CODEC, ToolCallUpdate::kind);
        var status = type.lenient("status", ToolCallStatus.CODEC, ToolCallUpdate::status);
        var content = type.nullableLenientList("content", ToolCallContent.CODEC, ToolCallUpdate::content);
        var locations = type.nullableLenientList("locations", ToolCallLocation.CODEC, ToolCallUpdate::locations);
        var rawInput = type.lenient("rawInput", RawJson.CODEC, ToolCallUpdate::rawInput);
        var rawOutput = type.lenient("rawOutput", RawJson.CODEC, ToolCallUpdate::rawOutput);
        var meta = type.lenient("_meta", Meta.CODEC, ToolCallUpdate::meta);
        return in -> new ToolCallUpdate(
                in.get(toolCallId),
                in.find(title),
                in.find(name),
                in.find(kind),
                in.find(status),
                in.find(content),
                in.find(locations),
                in.find(rawInput),
                in.find(rawOutput),
                in.find(meta));
    });

    /** Checks that what is required is there and copies the lists. */
    public ToolCallUpdate {
        Objects.requireNonNull(toolCallId, "toolCallId");
        content = content == null ? null : List.copyOf(content);
        locations = locations == null ? null : List.copyOf(locations);
    }

    /**
     * Makes an update that says everything about a call, as a permission request needs it.
     *
     * @param call the call
     * @return the update
     */
    public static ToolCallUpdate of(ToolCall call) {
        return new ToolCallUpdate(
                call.toolCallId(),
                call.title(),
                call.name(),
                call.kind(),
                call.status(),
                call.content(),
                call.locations(),
                call.rawInput(),
                call.rawOutput(),
                call.meta());
    }

    /**
     * Starts a value with what is required.
     *
     * @param toolCallId names the call within its session
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
        copy.title = title;
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

    /** Collects the members of {@link ToolCallUpdate}; used by one thread. */
    public static final class Builder {

        private final ToolCallId toolCallId;
        private @Nullable String title;
        private @Nullable String name;
        private @Nullable ToolKind kind;
        private @Nullable ToolCallStatus status;
        private @Nullable List<ToolCallContent> content;
        private @Nullable List<ToolCallLocation> locations;
        private @Nullable RawJson rawInput;
        private @Nullable RawJson rawOutput;
        private @Nullable Meta meta;

        private Builder(ToolCallId toolCallId) {
            this.toolCallId = Objects.requireNonNull(toolCallId, "toolCallId");
        }

        /**
         * Sets what the tool does, for people.
         *
         * @param title what the tool does, for people; null when unchanged
         * @return this
         */
        public Builder title(@Nullable String title) {
            this.title = title;
            return this;
        }

        /**
         * Sets the name of the tool, for programs.
         *
         * @param name the name of the tool, for programs; null when unchanged
         * @return this
         */
        public Builder name(@Nullable String name) {
            this.name = name;
            return this;
        }

        /**
         * Sets what sort of thing the tool does.
         *
         * @param kind what sort of thing the tool does; null when unchanged
         * @return this
         */
        public Builder kind(@Nullable ToolKind kind) {
            this.kind = kind;
            return this;
        }

        /**
         * Sets how far the call has come.
         *
         * @param status how far the call has come; null when unchanged
         * @return this
         */
        public Builder status(@Nullable ToolCallStatus status) {
            this.status = status;
            return this;
        }

        /**
         * Sets everything it has produced so far, replacing what was sent before.
         *
         * @param content everything it has produced so far, replacing what was sent before; null when unchanged
         * @return this
         */
        public Builder content(@Nullable List<ToolCallContent> content) {
            this.content = content;
            return this;
        }

        /**
         * Sets all places in files that it works on, replacing those sent before.
         *
         * @param locations all places in files that it works on, replacing those sent before; null when unchanged
         * @return this
         */
        public Builder locations(@Nullable List<ToolCallLocation> locations) {
            this.locations = locations;
            return this;
        }

        /**
         * Sets what the tool was given.
         *
         * @param rawInput what the tool was given; null when unchanged
         * @return this
         */
        public Builder rawInput(@Nullable RawJson rawInput) {
            this.rawInput = rawInput;
            return this;
        }

        /**
         * Sets what the tool gave back.
         *
         * @param rawOutput what the tool gave back; null when unchanged
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
         * Makes the value.
         *
         * @return the value
         */
        public ToolCallUpdate build() {
            return new ToolCallUpdate(
                    toolCallId, title, name, kind, status, content, locations, rawInput, rawOutput, meta);
        }
    }
}
