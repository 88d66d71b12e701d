// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One report of an agent about one session: the parameters of {@code session/update}.
 *
 * <p>May come at any time after the session is made, also outside a turn.
 *
 * @param sessionId the session
 * @param update the report
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#3-agent-reports-output">the specification</a>
 * @since 0.1.0
 */
public record SessionNotification(
        SessionId sessionId, SessionUpdate update, @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionNotification> CODEC = ObjectCodec.of("SessionNotification", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, SessionNotification::sessionId);
        var update = type.required("update", SessionUpdate.CODEC, SessionNotification::update);
        var meta = type.lenient("_meta", Meta.CODEC, SessionNotification::meta);
        return in -> new SessionNotification(in.get(sessionId), in.get(update), in.find(meta));
    });

    /** Checks that what is required is there. */
    public SessionNotification {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(update, "update");
    }

    /**
     * Returns a notification with what is required.
     *
     * @param sessionId the session
     * @param update the report
     * @return the notification
     */
    public static SessionNotification of(SessionId sessionId, SessionUpdate update) {
        return new SessionNotification(sessionId, update, null);
    }

    /**
     * Starts a notification with what is required.
     *
     * @param sessionId the session
     * @param update the report
     * @return the builder
     */
    public static Builder builder(SessionId sessionId, SessionUpdate update) {
        return new Builder(sessionId, update);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this notification holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId, update);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SessionNotification}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private final SessionUpdate update;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId, SessionUpdate update) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
            this.update = Objects.requireNonNull(update, "update");
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
         * Returns the notification.
         *
         * @return the notification
         */
        public SessionNotification build() {
            return new SessionNotification(sessionId, update, meta);
        }
    }
}
