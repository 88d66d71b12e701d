// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The mode that the session is in from now on.
 *
 * @param currentModeId the mode
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-modes#from-the-agent">the specification</a>
 * @since 0.1.0
 */
public record CurrentModeUpdate(
        SessionModeId currentModeId, @Nullable Meta meta) implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<CurrentModeUpdate> CODEC = ObjectCodec.of("CurrentModeUpdate", type -> {
        var currentModeId = type.required("currentModeId", SessionModeId.CODEC, CurrentModeUpdate::currentModeId);
        var meta = type.lenient("_meta", Meta.CODEC, CurrentModeUpdate::meta);
        return in -> new CurrentModeUpdate(in.get(currentModeId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public CurrentModeUpdate {
        Objects.requireNonNull(currentModeId, "currentModeId");
    }

    /**
     * Returns a value with what is required.
     *
     * @param currentModeId the mode
     * @return the value
     */
    public static CurrentModeUpdate of(SessionModeId currentModeId) {
        return new CurrentModeUpdate(currentModeId, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param currentModeId the mode
     * @return the builder
     */
    public static Builder builder(SessionModeId currentModeId) {
        return new Builder(currentModeId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(currentModeId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link CurrentModeUpdate}; used by one thread. */
    public static final class Builder {

        private final SessionModeId currentModeId;
        private @Nullable Meta meta;

        private Builder(SessionModeId currentModeId) {
            this.currentModeId = Objects.requireNonNull(currentModeId, "currentModeId");
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
        public CurrentModeUpdate build() {
            return new CurrentModeUpdate(currentModeId, meta);
        }
    }
}
