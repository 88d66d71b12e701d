// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells that a session goes on from another message than its client knows of: the agent has gone there, or added
 * something, by itself. The path to it is read with {@link BranchMethods#PATH}.
 *
 * <p>Sent after what has been said before and before anything that is said there, and only to clients that list it in
 * the {@link BranchingCapability} of their own capabilities. It does not follow a request of the client that moves the
 * session: the response tells that.
 *
 * @param sessionId the session
 * @param head the message that the next one follows; null when that is none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record SessionMovedNotification(
        SessionId sessionId,
        @Nullable MessageId head,
        @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionMovedNotification> CODEC =
            ObjectCodec.of("SessionMovedNotification", type -> {
                var sessionId = type.required("sessionId", SessionId.CODEC, SessionMovedNotification::sessionId);
                var head = type.optional("head", MessageId.CODEC, SessionMovedNotification::head);
                var meta = type.lenient("_meta", Meta.CODEC, SessionMovedNotification::meta);
                return in -> new SessionMovedNotification(in.get(sessionId), in.find(head), in.find(meta));
            });

    /** Checks that what is required is there. */
    public SessionMovedNotification {
        Objects.requireNonNull(sessionId, "sessionId");
    }

    /**
     * Returns a notification with what is required.
     *
     * @param sessionId the session
     * @return the notification
     */
    public static SessionMovedNotification of(SessionId sessionId) {
        return new SessionMovedNotification(sessionId, null, null);
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
        copy.head = head;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SessionMovedNotification}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private @Nullable MessageId head;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
        }

        /**
         * Sets the message that the next one follows.
         *
         * @param head the message that the next one follows; null when that is none
         * @return this
         */
        public Builder head(@Nullable MessageId head) {
            this.head = head;
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
         * Returns the notification.
         *
         * @return the notification
         */
        public SessionMovedNotification build() {
            return new SessionMovedNotification(sessionId, head, meta);
        }
    }
}
