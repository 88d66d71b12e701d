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
 * Advertises that an agent takes instructions of the client ({@code systemPrompt}) where sessions start, and how it can
 * use them.
 *
 * <p>Being there at all means that they can be appended to its own.
 *
 * @param mode which ways there are besides appending; null means none
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
 * @since 0.1.0
 */
@Unstable("system-prompt")
public record SessionSystemPromptCapabilities(
        @Nullable SessionSystemPromptModeCapabilities mode,
        @Nullable Meta meta,
        Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionSystemPromptCapabilities> CODEC =
            ObjectCodec.of("SessionSystemPromptCapabilities", type -> {
                var mode = type.lenient("mode", SessionSystemPromptModeCapabilities.CODEC, new Get<>(0));
                var meta = type.lenient("_meta", Meta.CODEC, new Get<>(1));
                type.extras(SessionSystemPromptCapabilities::extras);
                return new ObjectCodec.Maker<>() {
                    @Override
                    public SessionSystemPromptCapabilities make(Members in) {
                        return new SessionSystemPromptCapabilities(in.find(mode), in.find(meta), in.extras());
                    }
                };
            });

    /** Instructions can be appended. */
    public static final SessionSystemPromptCapabilities SUPPORTED =
            new SessionSystemPromptCapabilities(null, null, Map.of());

    /** Instructions can be appended and can replace those of the agent. */
    public static final SessionSystemPromptCapabilities OVERRIDE =
            new SessionSystemPromptCapabilities(SessionSystemPromptModeCapabilities.OVERRIDE, null, Map.of());

    /** Copies the unknown members. */
    public SessionSystemPromptCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }

    /** Takes a member out of a value. */
    private static final class Get<V> implements Function<SessionSystemPromptCapabilities, V> {

        private final int member;

        Get(int member) {
            this.member = member;
        }

        @Override
        @SuppressWarnings("unchecked") // the codec declares each member as what it is
        public @Nullable V apply(SessionSystemPromptCapabilities value) {
            Object found = switch (member) {
                case 0 -> value.mode;
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
        copy.mode = mode;
        copy.meta = meta;
        copy.extras.putAll(extras);
        return copy;
    }

    /** Collects the members of {@link SessionSystemPromptCapabilities}; used by one thread. */
    public static final class Builder {

        private @Nullable SessionSystemPromptModeCapabilities mode;
        private @Nullable Meta meta;
        private final Map<String, RawJson> extras = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets which ways there are besides appending.
         *
         * @param mode which ways there are besides appending; null means none
         * @return this
         */
        public Builder mode(@Nullable SessionSystemPromptModeCapabilities mode) {
            this.mode = mode;
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
        public SessionSystemPromptCapabilities build() {
            return new SessionSystemPromptCapabilities(mode, meta, extras);
        }
    }
}
