// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.Members;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Advertises that an agent forks sessions ({@code session/fork}), and at which points.
 *
 * <p>Being there at all means that a whole session can be forked. The member {@code atMessageId}, a boolean in version
 * 1 and an object in version 2, is what the proposal of forking at a message foresees; the published schema does not
 * have it yet.
 *
 * @param atMessageId whether a fork may name the message at which it ends; absent or malformed means no
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/rfds/session-fork">the specification</a>
 * @since 0.1.0
 */
@Unstable("session-fork")
public record SessionForkCapabilities(
        boolean atMessageId, @Nullable Meta meta, Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionForkCapabilities> CODEC = ObjectCodec.of("SessionForkCapabilities", type -> {
        var meta = type.lenient("_meta", Meta.CODEC, new Get<>(1));
        var atMessageId = type.isV2()
                ? type.lenientUnlessDefault("atMessageId", Codecs.MARKER, new Get<>(0), false)
                : type.lenientUnlessDefault("atMessageId", Codecs.BOOLEAN, new Get<>(0), false);
        type.extras(SessionForkCapabilities::extras);
        return new ObjectCodec.Maker<>() {
            @Override
            public SessionForkCapabilities make(Members in) {
                return new SessionForkCapabilities(in.get(atMessageId), in.find(meta), in.extras());
            }
        };
    });

    /** Whole sessions can be forked, with nothing more to say. */
    public static final SessionForkCapabilities SUPPORTED = new SessionForkCapabilities(false, null, Map.of());

    /** Sessions can be forked whole or at a message. */
    public static final SessionForkCapabilities AT_MESSAGE = new SessionForkCapabilities(true, null, Map.of());

    /** Copies the unknown members. */
    public SessionForkCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }

    /** Takes a member out of a value. */
    private static final class Get<V> implements Function<SessionForkCapabilities, V> {

        private final int member;

        Get(int member) {
            this.member = member;
        }

        @Override
        @SuppressWarnings("unchecked") // the codec declares each member as what it is
        public @Nullable V apply(SessionForkCapabilities value) {
            Object found = switch (member) {
                case 0 -> value.atMessageId;
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
        copy.atMessageId = atMessageId;
        copy.meta = meta;
        copy.extras.putAll(extras);
        return copy;
    }

    /** Collects the members of {@link SessionForkCapabilities}; used by one thread. */
    public static final class Builder {

        private boolean atMessageId = false;
        private @Nullable Meta meta;
        private final Map<String, RawJson> extras = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets whether a fork may name the message at which it ends.
         *
         * @param atMessageId whether a fork may name the message at which it ends; absent or malformed means no
         * @return this
         */
        public Builder atMessageId(boolean atMessageId) {
            this.atMessageId = atMessageId;
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
        public SessionForkCapabilities build() {
            return new SessionForkCapabilities(atMessageId, meta, extras);
        }
    }
}
