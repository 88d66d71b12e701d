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
 * What a client can do beyond the basics with updates of a session.
 *
 * @param compaction whether compactions may be reported; null means no
 * @param configOptions which kinds of configuration options may be offered; null means only choices of values
 * @param notices whether notices may be sent; null means no
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#client-capabilities">the specification</a>
 * @since 0.1.0
 */
public record ClientSessionCapabilities(
        @Nullable CompactionCapabilities compaction,
        @Nullable SessionConfigOptionsCapabilities configOptions,
        @Nullable NoticeCapabilities notices,
        @Nullable Meta meta,
        Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ClientSessionCapabilities> CODEC =
            ObjectCodec.of("ClientSessionCapabilities", type -> {
                var compaction = type.lenient("compaction", CompactionCapabilities.CODEC, new Get<>(0));
                var configOptions = type.lenient("configOptions", SessionConfigOptionsCapabilities.CODEC, new Get<>(1));
                var notices = type.lenient("notices", NoticeCapabilities.CODEC, new Get<>(2));
                var meta = type.lenient("_meta", Meta.CODEC, new Get<>(3));
                type.extras(ClientSessionCapabilities::extras);
                return new ObjectCodec.Maker<>() {
                    @Override
                    public ClientSessionCapabilities make(Members in) {
                        return new ClientSessionCapabilities(
                                in.find(compaction),
                                in.find(configOptions),
                                in.find(notices),
                                in.find(meta),
                                in.extras());
                    }
                };
            });

    /** Nothing advertised. */
    public static final ClientSessionCapabilities NONE =
            new ClientSessionCapabilities(null, null, null, null, Map.of());

    /** Copies the unknown members. */
    public ClientSessionCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }

    /** Takes a member out of a value. */
    private static final class Get<V> implements Function<ClientSessionCapabilities, V> {

        private final int member;

        Get(int member) {
            this.member = member;
        }

        @Override
        @SuppressWarnings("unchecked") // the codec declares each member as what it is
        public @Nullable V apply(ClientSessionCapabilities value) {
            Object found = switch (member) {
                case 0 -> value.compaction;
                case 1 -> value.configOptions;
                case 2 -> value.notices;
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
        copy.compaction = compaction;
        copy.configOptions = configOptions;
        copy.notices = notices;
        copy.meta = meta;
        copy.extras.putAll(extras);
        return copy;
    }

    /** Collects the members of {@link ClientSessionCapabilities}; used by one thread. */
    public static final class Builder {

        private @Nullable CompactionCapabilities compaction;
        private @Nullable SessionConfigOptionsCapabilities configOptions;
        private @Nullable NoticeCapabilities notices;
        private @Nullable Meta meta;
        private final Map<String, RawJson> extras = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Advertises that compactions may be reported.
         *
         * @return this
         */
        public Builder compaction() {
            return compaction(CompactionCapabilities.SUPPORTED);
        }

        /**
         * Sets whether compactions may be reported.
         *
         * @param compaction whether compactions may be reported; null means no
         * @return this
         */
        public Builder compaction(@Nullable CompactionCapabilities compaction) {
            this.compaction = compaction;
            return this;
        }

        /**
         * Sets which kinds of configuration options may be offered.
         *
         * @param configOptions which kinds of configuration options may be offered; null means only choices of values
         * @return this
         */
        public Builder configOptions(@Nullable SessionConfigOptionsCapabilities configOptions) {
            this.configOptions = configOptions;
            return this;
        }

        /**
         * Advertises that notices may be sent.
         *
         * @return this
         */
        public Builder notices() {
            return notices(NoticeCapabilities.SUPPORTED);
        }

        /**
         * Sets whether notices may be sent.
         *
         * @param notices whether notices may be sent; null means no
         * @return this
         */
        public Builder notices(@Nullable NoticeCapabilities notices) {
            this.notices = notices;
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
        public ClientSessionCapabilities build() {
            return new ClientSessionCapabilities(compaction, configOptions, notices, meta, extras);
        }
    }
}
