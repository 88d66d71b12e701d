// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the client may do with a subagent's session.
 *
 * <p>What it may do with other sessions does not count for this one.
 *
 * @param cancel whether it may cancel its work; null means no
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/rfds/subagents">the specification</a>
 * @since 0.1.0
 */
@Unstable("subagents")
public record SubagentSessionCapabilities(
        @Nullable SessionCancelCapabilities cancel,
        @Nullable Meta meta,
        Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SubagentSessionCapabilities> CODEC =
            ObjectCodec.of("SubagentSessionCapabilities", type -> {
                var cancel =
                        type.lenient("cancel", SessionCancelCapabilities.CODEC, SubagentSessionCapabilities::cancel);
                var meta = type.lenient("_meta", Meta.CODEC, SubagentSessionCapabilities::meta);
                type.extras(SubagentSessionCapabilities::extras);
                return in -> new SubagentSessionCapabilities(in.find(cancel), in.find(meta), in.extras());
            });

    /** The client may do nothing with it. */
    public static final SubagentSessionCapabilities NONE = new SubagentSessionCapabilities(null, null, Map.of());

    /** The client may cancel its work. */
    public static final SubagentSessionCapabilities CANCEL =
            new SubagentSessionCapabilities(SessionCancelCapabilities.SUPPORTED, null, Map.of());

    /** Copies the unknown members. */
    public SubagentSessionCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }

    /**
     * Starts a value, everything optional left out.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder();
        copy.cancel = cancel;
        copy.meta = meta;
        copy.extras.putAll(extras);
        return copy;
    }

    /** Collects the members of {@link SubagentSessionCapabilities}; used by one thread. */
    public static final class Builder {

        private @Nullable SessionCancelCapabilities cancel;
        private @Nullable Meta meta;
        private final Map<String, RawJson> extras = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Advertises that it may cancel its work.
         *
         * @return this
         */
        public Builder cancel() {
            return cancel(SessionCancelCapabilities.SUPPORTED);
        }

        /**
         * Sets whether it may cancel its work.
         *
         * @param cancel whether it may cancel its work; null means no
         * @return this
         */
        public Builder cancel(@Nullable SessionCancelCapabilities cancel) {
            this.cancel = cancel;
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
         * Adds a member that this version does not know.
         *
         * @param name its name
         * @param value its value, converted by {@link RawJson#of}
         * @return this
         */
        public Builder extra(String name, @Nullable Object value) {
            extras.put(name, RawJson.of(value));
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public SubagentSessionCapabilities build() {
            return new SubagentSessionCapabilities(cancel, meta, extras);
        }
    }
}
