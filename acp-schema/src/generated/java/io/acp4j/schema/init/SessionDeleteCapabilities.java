// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Advertises that an agent deletes sessions ({@code session/delete}).
 *
 * <p>Being there at all is what counts; absence means no.
 *
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-delete#checking-support">the specification</a>
 * @since 0.1.0
 */
public record SessionDeleteCapabilities(@Nullable Meta meta, Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionDeleteCapabilities> CODEC =
            ObjectCodec.of("SessionDeleteCapabilities", type -> {
                var meta = type.lenient("_meta", Meta.CODEC, SessionDeleteCapabilities::meta);
                type.extras(SessionDeleteCapabilities::extras);
                return in -> new SessionDeleteCapabilities(in.find(meta), in.extras());
            });

    /** Yes, with nothing more to say. */
    public static final SessionDeleteCapabilities SUPPORTED = new SessionDeleteCapabilities(null, Map.of());

    /** Copies the unknown members. */
    public SessionDeleteCapabilities {
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
        copy.meta = meta;
        copy.extras.putAll(extras);
        return copy;
    }

    /** Collects the members of {@link SessionDeleteCapabilities}; used by one thread. */
    public static final class Builder {

        private @Nullable Meta meta;
        private final Map<String, RawJson> extras = new LinkedHashMap<>();

        private Builder() {}

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
        public SessionDeleteCapabilities build() {
            return new SessionDeleteCapabilities(meta, extras);
        }
    }
}
