// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Members;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which kinds of configuration options a client can show besides a choice of values.
 *
 * @param booleanOptions whether options may be on or off; null means no
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#boolean-config-options">the
 *     specification</a>
 * @since 0.1.0
 */
public record SessionConfigOptionsCapabilities(
        @Nullable BooleanConfigOptionCapabilities booleanOptions,
        @Nullable Meta meta,
        Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionConfigOptionsCapabilities> CODEC =
            ObjectCodec.of("SessionConfigOptionsCapabilities", type -> {
                var booleanOptions = type.lenient("boolean", BooleanConfigOptionCapabilities.CODEC, new Get<>(0));
                var meta = type.lenient("_meta", Meta.CODEC, new Get<>(1));
                type.extras(SessionConfigOptionsCapabilities::extras);
                return new ObjectCodec.Maker<>() {
                    @Override
                    public SessionConfigOptionsCapabilities make(Members in) {
                        return new SessionConfigOptionsCapabilities(
                                in.find(booleanOptions), in.find(meta), in.extras());
                    }
                };
            });

    /** Nothing advertised. */
    public static final SessionConfigOptionsCapabilities NONE =
            new SessionConfigOptionsCapabilities(null, null, Map.of());

    /** Options may be on or off. */
    public static final SessionConfigOptionsCapabilities BOOLEAN =
            new SessionConfigOptionsCapabilities(BooleanConfigOptionCapabilities.SUPPORTED, null, Map.of());

    /** Copies the unknown members. */
    public SessionConfigOptionsCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }

    /** Takes a member out of a value. */
    private static final class Get<V> implements Function<SessionConfigOptionsCapabilities, V> {

        private final int member;

        Get(int member) {
            this.member = member;
        }

        @Override
        @SuppressWarnings("unchecked") // the codec declares each member as what it is
        public @Nullable V apply(SessionConfigOptionsCapabilities value) {
            Object found = switch (member) {
                case 0 -> value.booleanOptions;
                default -> value.meta;
            };
            return (V) found;
        }
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
        copy.booleanOptions = booleanOptions;
        copy.meta = meta;
        copy.extras.putAll(extras);
        return copy;
    }

    /** Collects the members of {@link SessionConfigOptionsCapabilities}; used by one thread. */
    public static final class Builder {

        private @Nullable BooleanConfigOptionCapabilities booleanOptions;
        private @Nullable Meta meta;
        private final Map<String, RawJson> extras = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Advertises that options may be on or off.
         *
         * @return this
         */
        public Builder booleanOptions() {
            return booleanOptions(BooleanConfigOptionCapabilities.SUPPORTED);
        }

        /**
         * Sets whether options may be on or off.
         *
         * @param booleanOptions whether options may be on or off; null means no
         * @return this
         */
        public Builder booleanOptions(@Nullable BooleanConfigOptionCapabilities booleanOptions) {
            this.booleanOptions = booleanOptions;
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
        public SessionConfigOptionsCapabilities build() {
            return new SessionConfigOptionsCapabilities(booleanOptions, meta, extras);
        }
    }
}
