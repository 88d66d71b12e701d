// Written by build-support/write-types from src/protocol/prompt.yaml: change that, not this.
package io.acp4j.schema.prompt;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent to end the running turn of a session with {@link StopReason#CANCELLED}.
 *
 * @param sessionId the session
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#cancellation">the specification</a>
 * @since 0.1.0
 */
public record CancelNotification(
        SessionId sessionId, @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<CancelNotification> CODEC = ObjectCodec.of("CancelNotification", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, CancelNotification::sessionId);
        var meta = type.lenient("_meta", Meta.CODEC, CancelNotification::meta);
        return in -> new CancelNotification(in.get(sessionId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public CancelNotification {
        Objects.requireNonNull(sessionId, "sessionId");
    }

    /**
     * Returns a notification with what is required.
     *
     * @param sessionId the session
     * @return the notification
     */
    public static CancelNotification of(SessionId sessionId) {
        return new CancelNotification(sessionId, null);
    }

    /**
     * Starts a notification with what is required.
     *
     * @param sessionId the session
     * @return the builder
     */
    public static Builder builder(SessionId sessionId) {
        return new Builder(sessionId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this notification holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link CancelNotification}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
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
        public CancelNotification build() {
            return new CancelNotification(sessionId, meta);
        }
    }
}
