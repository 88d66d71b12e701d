package io.acp4j.schema.branching;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Unstable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The place where a fork of a session ends. The fork inherits everything before it.
 *
 * <p>Clients and agents use the same points. A client looks for the point among the messages that it knows, an agent among those that it
 * stores. Immutable.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/session-fork">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public sealed interface ForkPoint {

    /**
     * Returns the end of the session. While a turn is running, the fork ends with the last finished turn, unless the agent is configured
     * otherwise.
     *
     * @return the point
     */
    static ForkPoint end() {
        return End.INSTANCE;
    }

    /**
     * Returns the point after a message.
     *
     * @param message the ID of the message
     * @return the point
     */
    static AtMessage at(MessageId message) {
        return new AtMessage(message, null);
    }

    /**
     * Returns the point after a message whose ID may be shared by a message of another role.
     *
     * @param message the ID of the message
     * @param role the role of the message; null if the ID is sufficient
     * @return the point
     */
    static AtMessage at(MessageId message, @Nullable BranchRole role) {
        return new AtMessage(message, role);
    }

    /**
     * Returns the point before a message of the user, so that the message can be edited.
     *
     * @param message the ID of the message
     * @return the point
     */
    static ForkPoint before(MessageId message) {
        return new Before(message);
    }

    /**
     * Returns the point after a number of messages of the user and of the agent. Thoughts are not counted.
     *
     * @param count the number of inherited messages; 0 for none
     * @return the point; a fork fails if the session has fewer messages
     * @throws IllegalArgumentException if the count is negative
     */
    static ForkPoint first(int count) {
        return new First(count);
    }

    /** The end of the session. */
    record End() implements ForkPoint {

        private static final End INSTANCE = new End();

        /** Returns a description. */
        @Override
        public String toString() {
            return "the end";
        }
    }

    /** A point after a message with an ID. */
    sealed interface OfMessage extends ForkPoint {

        /**
         * Returns the ID of the last inherited message.
         *
         * @return the ID
         */
        MessageId id();
    }

    /**
     * The point after a message.
     *
     * @param id the ID of the message
     * @param role the role of the message; null if the ID is sufficient
     */
    record AtMessage(MessageId id, @Nullable BranchRole role) implements OfMessage {

        /** Checks that the ID is not null. */
        public AtMessage {
            Objects.requireNonNull(id, "id");
        }

        /** Returns a description without message contents. */
        @Override
        public String toString() {
            return "message " + id;
        }
    }

    /**
     * The point after a message whose ID the agent may have replaced: the message with the ID if its text matches, else another message
     * with this text. Such points are sent in {@code _meta.jetbrains.air.fork}. A client uses only the ID.
     *
     * @param id the last known ID of the message
     * @param fingerprint {@code sha256:} and the hexadecimal digest of the visible text of the message in UTF-8
     * @param occurrence the number of the message among the matching messages of the active branch, from 1; 0 for the only one
     */
    record Matching(MessageId id, String fingerprint, int occurrence) implements OfMessage {

        /** Checks that the ID and the digest are not null. */
        public Matching {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(fingerprint, "fingerprint");
        }

        /** Returns a description without message contents. */
        @Override
        public String toString() {
            return "message " + id;
        }
    }

    /**
     * The point before a message of the user.
     *
     * @param id the ID of the message
     */
    record Before(MessageId id) implements ForkPoint {

        /** Checks that the ID is not null. */
        public Before {
            Objects.requireNonNull(id, "id");
        }

        /** Returns a description without message contents. */
        @Override
        public String toString() {
            return "before message " + id;
        }
    }

    /**
     * The point after a number of messages.
     *
     * @param count the number of inherited messages
     */
    record First(int count) implements ForkPoint {

        /** Checks that the count is not negative. */
        public First {
            if (count < 0) {
                throw new IllegalArgumentException("count must not be negative, was " + count);
            }
        }

        /** Returns a description. */
        @Override
        public String toString() {
            return "the first " + count + " messages";
        }
    }
}
