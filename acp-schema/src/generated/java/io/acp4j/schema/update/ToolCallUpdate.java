// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.tool.ToolCallCapabilities;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolCallLocation;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.tool.ToolKind;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What has changed about a tool call; also what a permission request shows of one.
 *
 * <p>What is left out stays as it was. Some agents send an update before the call itself, or without one. Version 1
 * cannot clear: there a cleared list is written as an empty one, and everything else that is cleared is left out.
 *
 * @param toolCallId names the call within its session
 * @param title what the tool does, for people
 * @param name the name of the tool, for programs
 * @param kind what sort of thing the tool does
 * @param status how far the call has come
 * @param content everything it has produced so far, in place of what was sent before
 * @param locations all places in files that it works on, in place of those sent before
 * @param rawInput what the tool was given
 * @param rawOutput what the tool gave back
 * @param capabilities what the client may do with the call
 * @param meta extra data; a patch of its own by name
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#updating">the specification</a>
 * @since 0.1.0
 */
public record ToolCallUpdate(
        ToolCallId toolCallId,
        Patch<String> title,
        Patch<String> name,
        Patch<ToolKind> kind,
        Patch<ToolCallStatus> status,
        Patch<List<ToolCallContent>> content,
        Patch<List<ToolCallLocation>> locations,
        Patch<RawJson> rawInput,
        Patch<RawJson> rawOutput,
        @Unstable("protocol-version-2") Patch<ToolCallCapabilities> capabilities,
        Patch<Meta> meta)
        implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<ToolCallUpdate> CODEC = ObjectCodec.of("ToolCallUpdate", type -> {
        var toolCallId = type.required("toolCallId", ToolCallId.CODEC, ToolCallUpdate::toolCallId);
        var title = type.isV2()
                ? type.patch("title", Codecs.STRING, ToolCallUpdate::title)
                : type.lenientPatch("title", Codecs.STRING, ToolCallUpdate::title);
        var name = type.isV2()
                ? type.patch("name", Codecs.STRING, ToolCallUpdate::name)
                : type.lenientPatch("name", Codecs.STRING, ToolCallUpdate::name);
        var kind = type.isV2()
                ? type.patch("kind", ToolKind.CODEC, ToolCallUpdate::kind)
                : type.lenientPatch("kind", ToolKind.CODEC, ToolCallUpdate::kind);
        var status = type.isV2()
                ? type.patch("status", ToolCallStatus.CODEC, ToolCallUpdate::status)
                : type.lenientPatch("status", ToolCallStatus.CODEC, ToolCallUpdate::status);
        var content = type.isV2()
                ? type.patch("content", Codecs.lenientListOf(ToolCallContent.CODEC), ToolCallUpdate::content)
                : type.lenientPatch("content", Codecs.lenientListOf(ToolCallContent.CODEC), ToolCallUpdate::content);
        var locations = type.isV2()
                ? type.patch("locations", Codecs.lenientListOf(ToolCallLocation.CODEC), ToolCallUpdate::locations)
                : type.lenientPatch(
                        "locations", Codecs.lenientListOf(ToolCallLocation.CODEC), ToolCallUpdate::locations);
        var rawInput = type.isV2()
                ? type.patch("rawInput", RawJson.CODEC, ToolCallUpdate::rawInput)
                : type.lenientPatch("rawInput", RawJson.CODEC, ToolCallUpdate::rawInput);
        var rawOutput = type.isV2()
                ? type.patch("rawOutput", RawJson.CODEC, ToolCallUpdate::rawOutput)
                : type.lenientPatch("rawOutput", RawJson.CODEC, ToolCallUpdate::rawOutput);
        var capabilities = type.isV2()
                ? type.patch("capabilities", ToolCallCapabilities.CODEC, ToolCallUpdate::capabilities)
                : type.<Patch<ToolCallCapabilities>>absent(Patch.unchanged());
        var meta = type.isV2()
                ? type.patch("_meta", Meta.CODEC, ToolCallUpdate::meta)
                : type.lenientPatch("_meta", Meta.CODEC, ToolCallUpdate::meta);
        return in -> new ToolCallUpdate(
                in.get(toolCallId),
                in.get(title),
                in.get(name),
                in.get(kind),
                in.get(status),
                in.get(content),
                in.get(locations),
                in.get(rawInput),
                in.get(rawOutput),
                in.get(capabilities),
                in.get(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public ToolCallUpdate {
        Objects.requireNonNull(toolCallId, "toolCallId");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(content, "content");
        Objects.requireNonNull(locations, "locations");
        Objects.requireNonNull(rawInput, "rawInput");
        Objects.requireNonNull(rawOutput, "rawOutput");
        Objects.requireNonNull(capabilities, "capabilities");
        Objects.requireNonNull(meta, "meta");
        if (content instanceof Patch.Value<List<ToolCallContent>> list) {
            content = Patch.of(List.copyOf(list.value()));
        }
        if (locations instanceof Patch.Value<List<ToolCallLocation>> list) {
            locations = Patch.of(List.copyOf(list.value()));
        }
    }

    /**
     * Returns a value with what is required.
     *
     * @param toolCallId names the call within its session
     * @return the value
     */
    public static ToolCallUpdate of(ToolCallId toolCallId) {
        return new ToolCallUpdate(
                toolCallId,
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged());
    }

    /**
     * Returns an update that says everything about a call, as a permission request needs it.
     *
     * @param call the call
     * @return the value
     */
    public static ToolCallUpdate of(ToolCall call) {
        return UpdatableToolCall.asUpdate(call);
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
        copy.capabilities = capabilities;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ToolCallUpdate}; used by one thread. */
    public static final class Builder {

        private final ToolCallId toolCallId;
        private Patch<String> title = Patch.unchanged();
        private Patch<String> name = Patch.unchanged();
        private Patch<ToolKind> kind = Patch.unchanged();
        private Patch<ToolCallStatus> status = Patch.unchanged();
        private Patch<List<ToolCallContent>> content = Patch.unchanged();
        private Patch<List<ToolCallLocation>> locations = Patch.unchanged();
        private Patch<RawJson> rawInput = Patch.unchanged();
        private Patch<RawJson> rawOutput = Patch.unchanged();
        private Patch<ToolCallCapabilities> capabilities = Patch.unchanged();
        private Patch<Meta> meta = Patch.unchanged();

        private Builder(ToolCallId toolCallId) {
            this.toolCallId = Objects.requireNonNull(toolCallId, "toolCallId");
        }

        /**
         * Sets what the tool does, for people.
         *
         * @param title the new value; null leaves it as it is
         * @return this
         */
        public Builder title(@Nullable String title) {
            return title(Patch.ofNullable(title));
        }

        /**
         * Sets what the tool does, for people.
         *
         * @param title what the tool does, for people
         * @return this
         */
        public Builder title(Patch<String> title) {
            this.title = Objects.requireNonNull(title, "title");
            return this;
        }

        /**
         * Sets the name of the tool, for programs.
         *
         * @param name the new value; null leaves it as it is
         * @return this
         */
        public Builder name(@Nullable String name) {
            return name(Patch.ofNullable(name));
        }

        /**
         * Sets the name of the tool, for programs.
         *
         * @param name the name of the tool, for programs
         * @return this
         */
        public Builder name(Patch<String> name) {
            this.name = Objects.requireNonNull(name, "name");
            return this;
        }

        /**
         * Sets what sort of thing the tool does.
         *
         * @param kind the new value; null leaves it as it is
         * @return this
         */
        public Builder kind(@Nullable ToolKind kind) {
            return kind(Patch.ofNullable(kind));
        }

        /**
         * Sets what sort of thing the tool does.
         *
         * @param kind what sort of thing the tool does
         * @return this
         */
        public Builder kind(Patch<ToolKind> kind) {
            this.kind = Objects.requireNonNull(kind, "kind");
            return this;
        }

        /**
         * Sets how far the call has come.
         *
         * @param status the new value; null leaves it as it is
         * @return this
         */
        public Builder status(@Nullable ToolCallStatus status) {
            return status(Patch.ofNullable(status));
        }

        /**
         * Sets how far the call has come.
         *
         * @param status how far the call has come
         * @return this
         */
        public Builder status(Patch<ToolCallStatus> status) {
            this.status = Objects.requireNonNull(status, "status");
            return this;
        }

        /**
         * Sets everything it has produced so far, in place of what was sent before.
         *
         * @param content the new value; null leaves it as it is
         * @return this
         */
        public Builder content(@Nullable List<ToolCallContent> content) {
            return content(Patch.ofNullable(content));
        }

        /**
         * Sets everything it has produced so far, in place of what was sent before.
         *
         * @param content everything it has produced so far, in place of what was sent before
         * @return this
         */
        public Builder content(Patch<List<ToolCallContent>> content) {
            this.content = Objects.requireNonNull(content, "content");
            return this;
        }

        /**
         * Sets all places in files that it works on, in place of those sent before.
         *
         * @param locations the new value; null leaves it as it is
         * @return this
         */
        public Builder locations(@Nullable List<ToolCallLocation> locations) {
            return locations(Patch.ofNullable(locations));
        }

        /**
         * Sets all places in files that it works on, in place of those sent before.
         *
         * @param locations all places in files that it works on, in place of those sent before
         * @return this
         */
        public Builder locations(Patch<List<ToolCallLocation>> locations) {
            this.locations = Objects.requireNonNull(locations, "locations");
            return this;
        }

        /**
         * Sets what the tool was given.
         *
         * @param rawInput the new value; null leaves it as it is
         * @return this
         */
        public Builder rawInput(@Nullable RawJson rawInput) {
            return rawInput(Patch.ofNullable(rawInput));
        }

        /**
         * Sets what the tool was given.
         *
         * @param rawInput what the tool was given
         * @return this
         */
        public Builder rawInput(Patch<RawJson> rawInput) {
            this.rawInput = Objects.requireNonNull(rawInput, "rawInput");
            return this;
        }

        /**
         * Sets what the tool gave back.
         *
         * @param rawOutput the new value; null leaves it as it is
         * @return this
         */
        public Builder rawOutput(@Nullable RawJson rawOutput) {
            return rawOutput(Patch.ofNullable(rawOutput));
        }

        /**
         * Sets what the tool gave back.
         *
         * @param rawOutput what the tool gave back
         * @return this
         */
        public Builder rawOutput(Patch<RawJson> rawOutput) {
            this.rawOutput = Objects.requireNonNull(rawOutput, "rawOutput");
            return this;
        }

        /**
         * Sets what the client may do with the call.
         *
         * @param capabilities the new value; null leaves it as it is
         * @return this
         */
        @Unstable("protocol-version-2")
        public Builder capabilities(@Nullable ToolCallCapabilities capabilities) {
            return capabilities(Patch.ofNullable(capabilities));
        }

        /**
         * Sets what the client may do with the call.
         *
         * @param capabilities what the client may do with the call
         * @return this
         */
        @Unstable("protocol-version-2")
        public Builder capabilities(Patch<ToolCallCapabilities> capabilities) {
            this.capabilities = Objects.requireNonNull(capabilities, "capabilities");
            return this;
        }

        /**
         * Sets extra data.
         *
         * @param meta the new value; null leaves it as it is
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            return meta(Patch.ofNullable(meta));
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; a patch of its own by name
         * @return this
         */
        public Builder meta(Patch<Meta> meta) {
            this.meta = Objects.requireNonNull(meta, "meta");
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public ToolCallUpdate build() {
            return new ToolCallUpdate(
                    toolCallId, title, name, kind, status, content, locations, rawInput, rawOutput, capabilities, meta);
        }
    }
}
