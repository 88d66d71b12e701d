// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Members;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Advertises in which ways besides {@code append} an agent combines the client's instructions with its own.
 *
 * @param override whether its own instructions can be replaced; null means no
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
 * @since 0.1.0
 */
@Unstable("system-prompt")
public record SessionSystemPromptModeCapabilities(
        @Nullable SessionSystemPromptOverrideCapabilities override,
        @Nullable Meta meta,
        Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionSystemPromptModeCapabilities> CODEC =
            ObjectCodec.of("SessionSystemPromptModeCapabilities", type -> {
                var override = type.lenient("override", SessionSystemPromptOverrideCapabilities.CODEC, new Get<>(0));
                var meta = type.lenient("_meta", Meta.CODEC, new Get<>(1));
                type.extras(SessionSystemPromptModeCapabilities::extras);
                return new ObjectCodec.Maker<>() {
                    @Override
                    public SessionSystemPromptModeCapabilities make(Members in) {
                        return new SessionSystemPromptModeCapabilities(in.find(override), in.find(meta), in.extras());
                    }
                };
            });

    /** Its own instructions can be replaced. */
    public static final SessionSystemPromptModeCapabilities OVERRIDE =
            new SessionSystemPromptModeCapabilities(SessionSystemPromptOverrideCapabilities.SUPPORTED, null, Map.of());

    /** Copies the unknown members. */
    public SessionSystemPromptModeCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }

    /** Takes a member out of a value. */
    private static final class Get<V> implements Function<SessionSystemPromptModeCapabilities, V> {

        private final int member;

        Get(int member) {
            this.member = member;
        }

        @Override
        @SuppressWarnings("unchecked") // the codec declares each member as what it is
        public @Nullable V apply(SessionSystemPromptModeCapabilities value) {
            Object found = switch (member) {
                case 0 -> value.override;
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
        copy.override = override;
        copy.meta = meta;
        copy.extras.putAll(extras);
        return copy;
    }

    /** Collects the members of {@link SessionSystemPromptModeCapabilities}; used by one thread. */
    public static final class Builder {

        private @Nullable SessionSystemPromptOverrideCapabilities override;
        private @Nullable Meta meta;
        private final Map<String, RawJson> extras = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Advertises that its own instructions can be replaced.
         *
         * @return this
         */
        public Builder override() {
            return override(SessionSystemPromptOverrideCapabilities.SUPPORTED);
        }

        /**
         * Sets whether its own instructions can be replaced.
         *
         * @param override whether its own instructions can be replaced; null means no
         * @return this
         */
        public Builder override(@Nullable SessionSystemPromptOverrideCapabilities override) {
            this.override = override;
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
        public SessionSystemPromptModeCapabilities build() {
            return new SessionSystemPromptModeCapabilities(override, meta, extras);
        }
    }
}
