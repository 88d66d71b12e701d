// Written by build-support/write-types from src/protocol/mode.yaml: change that, not this.
package io.acp4j.schema.mode;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The modes of a session and the one it is in.
 *
 * @param currentModeId the mode that the session is in
 * @param availableModes the modes that it can be in
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-modes#sessionmodestate">the specification</a>
 * @since 0.1.0
 */
public record SessionModeState(
        SessionModeId currentModeId,
        List<SessionMode> availableModes,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionModeState> CODEC = ObjectCodec.of("SessionModeState", type -> {
        var currentModeId = type.required("currentModeId", SessionModeId.CODEC, SessionModeState::currentModeId);
        var availableModes =
                type.requiredLenientList("availableModes", SessionMode.CODEC, SessionModeState::availableModes);
        var meta = type.lenient("_meta", Meta.CODEC, SessionModeState::meta);
        return in -> new SessionModeState(in.get(currentModeId), in.get(availableModes), in.find(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public SessionModeState {
        Objects.requireNonNull(currentModeId, "currentModeId");
        availableModes = List.copyOf(availableModes);
    }

    /**
     * Returns a value with what is required.
     *
     * @param currentModeId the mode that the session is in
     * @param availableModes the modes that it can be in
     * @return the value
     */
    public static SessionModeState of(SessionModeId currentModeId, List<SessionMode> availableModes) {
        return new SessionModeState(currentModeId, availableModes, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param currentModeId the mode that the session is in
     * @param availableModes the modes that it can be in
     * @return the builder
     */
    public static Builder builder(SessionModeId currentModeId, List<SessionMode> availableModes) {
        return new Builder(currentModeId, availableModes);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(currentModeId, availableModes);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SessionModeState}; used by one thread. */
    public static final class Builder {

        private final SessionModeId currentModeId;
        private final List<SessionMode> availableModes;
        private @Nullable Meta meta;

        private Builder(SessionModeId currentModeId, List<SessionMode> availableModes) {
            this.currentModeId = Objects.requireNonNull(currentModeId, "currentModeId");
            this.availableModes = Objects.requireNonNull(availableModes, "availableModes");
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
        public SessionModeState build() {
            return new SessionModeState(currentModeId, availableModes, meta);
        }
    }
}
