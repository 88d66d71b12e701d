// Written by build-support/write-types from src/protocol/protocol.yaml: change that, not this.
package io.acp4j.schema.protocol;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Beside the error {@code -32022}: which versions there are.
 *
 * @param requested the version asked for
 * @param supported the versions that the agent speaks
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/initialization">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record UnsupportedProtocolVersionErrorData(
        ProtocolVersion requested,
        List<ProtocolVersion> supported,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<UnsupportedProtocolVersionErrorData> CODEC =
            ObjectCodec.of("UnsupportedProtocolVersionErrorData", type -> {
                var requested = type.required(
                        "requested", ProtocolVersion.CODEC, UnsupportedProtocolVersionErrorData::requested);
                var supported = type.required(
                        "supported",
                        Codecs.listOf(ProtocolVersion.CODEC),
                        UnsupportedProtocolVersionErrorData::supported);
                var meta = type.lenient("_meta", Meta.CODEC, UnsupportedProtocolVersionErrorData::meta);
                return in ->
                        new UnsupportedProtocolVersionErrorData(in.get(requested), in.get(supported), in.find(meta));
            });

    /** Checks that what is required is there and copies the collections. */
    public UnsupportedProtocolVersionErrorData {
        Objects.requireNonNull(requested, "requested");
        supported = List.copyOf(supported);
    }

    /**
     * Returns a value with what is required.
     *
     * @param requested the version asked for
     * @param supported the versions that the agent speaks
     * @return the value
     */
    public static UnsupportedProtocolVersionErrorData of(ProtocolVersion requested, List<ProtocolVersion> supported) {
        return new UnsupportedProtocolVersionErrorData(requested, supported, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param requested the version asked for
     * @param supported the versions that the agent speaks
     * @return the builder
     */
    public static Builder builder(ProtocolVersion requested, List<ProtocolVersion> supported) {
        return new Builder(requested, supported);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(requested, supported);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link UnsupportedProtocolVersionErrorData}; used by one thread. */
    public static final class Builder {

        private final ProtocolVersion requested;
        private final List<ProtocolVersion> supported;
        private @Nullable Meta meta;

        private Builder(ProtocolVersion requested, List<ProtocolVersion> supported) {
            this.requested = Objects.requireNonNull(requested, "requested");
            this.supported = Objects.requireNonNull(supported, "supported");
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
        public UnsupportedProtocolVersionErrorData build() {
            return new UnsupportedProtocolVersionErrorData(requested, supported, meta);
        }
    }
}
