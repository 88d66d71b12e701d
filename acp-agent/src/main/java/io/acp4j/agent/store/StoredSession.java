package io.acp4j.agent.store;

import io.acp4j.schema.SessionId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A session as it is stored: a head in a tree of nodes, and what belongs to the session alone.
 *
 * @param id its id
 * @param principal whose it is: nobody else is to see it; empty for the one principal that all are who are not authenticated
 * @param tree the tree that it is in
 * @param sequence its number in the order in which sessions were made
 * @param cwd its working directory, an absolute path
 * @param additionalDirectories the directories that it may work in besides
 * @param title its title for people; null when it has none
 * @param label what its maker named it; null when unnamed
 * @param parent the session that it was forked from, as long as that exists; null otherwise
 * @param origin where it was forked from, for ever; null when it is no fork
 * @param head the node that the next one follows; null when the conversation is empty
 * @param turn where the running turn began; null when none is running
 * @param attributes what the agent keeps with it, by name
 * @param format the {@link StoredFormat} of the attributes that this library keeps for itself
 * @param forkKey by what a repetition of its fork request is known; null when the client gave no key
 * @param lease who may write
 * @param createdAt when it was made
 * @param updatedAt when something was last written to it
 * @param version rises with each change
 * @since 0.1.0
 */
public record StoredSession(
        SessionId id,
        String principal,
        long tree,
        long sequence,
        String cwd,
        List<String> additionalDirectories,
        @Nullable String title,
        @Nullable String label,
        @Nullable SessionId parent,
        @Nullable Origin origin,
        @Nullable NodeRef head,
        @Nullable TurnStart turn,
        Map<String, Attribute> attributes,
        int format,
        @Nullable ForkKey forkKey,
        Lease lease,
        Instant createdAt,
        Instant updatedAt,
        long version) {

    /**
     * Start of a running turn.
     *
     * @param settled the head at that time, the end of the last finished turn; null when the conversation was empty
     * @param startedAt the time at which the turn started, by the store's clock
     */
    public record TurnStart(@Nullable NodeRef settled, Instant startedAt) {

        /** Checks that the required values are present. */
        public TurnStart {
            Objects.requireNonNull(startedAt, "startedAt");
        }
    }

    /** Checks that what is required is there and copies the collections. */
    public StoredSession {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(principal, "principal");
        Objects.requireNonNull(cwd, "cwd");
        additionalDirectories = List.copyOf(additionalDirectories);
        attributes = Map.copyOf(attributes);
        Objects.requireNonNull(lease, "lease");
        Objects.requireNonNull(createdAt, "createdAt");
        Objects.requireNonNull(updatedAt, "updatedAt");
    }

    /**
     * Starts a changed copy.
     *
     * @return a change that changes nothing yet
     */
    public Change change() {
        return new Change(this);
    }

    /**
     * The end of what a fork of the session without a message gets: the end of the last finished turn.
     *
     * @return the node; null when that is nothing
     */
    public @Nullable NodeRef settled() {
        return turn == null ? head : turn.settled();
    }

    /** A copy of a session in the making; not for use by several threads. */
    public static final class Change {

        private final StoredSession before;
        private @Nullable String title;
        private @Nullable String label;
        private @Nullable SessionId parent;
        private @Nullable NodeRef head;
        private @Nullable TurnStart turn;
        private String cwd;
        private List<String> additionalDirectories;
        private Map<String, Attribute> attributes;
        private Lease lease;

        private Change(StoredSession before) {
            this.before = before;
            this.title = before.title;
            this.label = before.label;
            this.parent = before.parent;
            this.head = before.head;
            this.turn = before.turn;
            this.cwd = before.cwd;
            this.additionalDirectories = before.additionalDirectories;
            this.attributes = before.attributes;
            this.lease = before.lease;
        }

        /**
         * Changes the title.
         *
         * @param value the title; null for none
         * @return this
         */
        public Change title(@Nullable String value) {
            title = value;
            return this;
        }

        /**
         * Names it.
         *
         * @param value the label; null for none
         * @return this
         */
        public Change label(@Nullable String value) {
            label = value;
            return this;
        }

        /**
         * Sets the session that it is shown under.
         *
         * @param value the parent; null for none
         * @return this
         */
        public Change parent(@Nullable SessionId value) {
            parent = value;
            return this;
        }

        /**
         * Moves the head.
         *
         * @param value the node; null for the empty conversation
         * @return this
         */
        public Change head(@Nullable NodeRef value) {
            head = value;
            return this;
        }

        /**
         * Begins or ends a turn.
         *
         * @param value where it begins; null when none is running any more
         * @return this
         */
        public Change turn(@Nullable TurnStart value) {
            turn = value;
            return this;
        }

        /**
         * Moves it to other directories.
         *
         * @param directory the working directory
         * @param additional the others
         * @return this
         */
        public Change directories(String directory, List<String> additional) {
            cwd = directory;
            additionalDirectories = additional;
            return this;
        }

        /**
         * Sets an attribute.
         *
         * @param name its name
         * @param value its value; null removes it
         * @return this
         */
        public Change attribute(String name, @Nullable Attribute value) {
            Map<String, Attribute> copy = new LinkedHashMap<>(attributes);
            if (value == null) {
                copy.remove(name);
            } else {
                copy.put(name, value);
            }
            attributes = copy;
            return this;
        }

        /**
         * Changes who may write.
         *
         * @param value the lease
         * @return this
         */
        public Change lease(Lease value) {
            lease = value;
            return this;
        }

        /**
         * Ends the change of something in the conversation or about it.
         *
         * @param now the time
         * @return the copy, its version and time of change moved on
         */
        public StoredSession at(Instant now) {
            return copy(now, before.version + 1);
        }

        /**
         * Ends a change that is nobody's business, such as that of a lease.
         *
         * @return the copy, with the version and time of change that it had
         */
        public StoredSession unnoticed() {
            return copy(before.updatedAt, before.version);
        }

        private StoredSession copy(Instant updatedAt, long version) {
            return new StoredSession(
                    before.id,
                    before.principal,
                    before.tree,
                    before.sequence,
                    cwd,
                    additionalDirectories,
                    title,
                    label,
                    parent,
                    before.origin,
                    head,
                    turn,
                    attributes,
                    before.format,
                    before.forkKey,
                    lease,
                    before.createdAt,
                    updatedAt,
                    version);
        }
    }
}
