package io.acp4j.agent.store;

import io.acp4j.schema.SessionId;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The row of a session: a head in a tree of nodes, and the data of the session itself. Immutable.
 *
 * @since 0.1.0
 */
public final class StoredSession {

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

    private final SessionId id;
    private final String principal;
    private final long tree;
    private final long sequence;
    private final String cwd;
    private final List<String> additionalDirectories;
    private final @Nullable String title;
    private final @Nullable String label;
    private final @Nullable SessionId parent;
    private final @Nullable Origin origin;
    private final @Nullable NodeRef head;
    private final @Nullable TurnStart turn;
    private final Map<String, SessionAttribute> attributes;
    private final int format;
    private final @Nullable ForkKey forkKey;
    private final Lease lease;
    private final Instant createdAt;
    private final Instant updatedAt;
    private final long version;

    private StoredSession(Builder builder) {
        id = Objects.requireNonNull(builder.id, "id");
        principal = Objects.requireNonNull(builder.principal, "principal");
        tree = builder.tree;
        sequence = builder.sequence;
        cwd = Objects.requireNonNull(builder.cwd, "cwd");
        additionalDirectories = List.copyOf(builder.additionalDirectories);
        title = builder.title;
        label = builder.label;
        parent = builder.parent;
        origin = builder.origin;
        head = builder.head;
        turn = builder.turn;
        attributes = Map.copyOf(builder.attributes);
        format = builder.format;
        forkKey = builder.forkKey;
        lease = Objects.requireNonNull(builder.lease, "lease");
        createdAt = Objects.requireNonNull(builder.createdAt, "createdAt");
        updatedAt = Objects.requireNonNull(builder.updatedAt, "updatedAt");
        version = builder.version;
    }

    /**
     * {@return a builder of a first version without optional values} {@code id}, {@code cwd}, {@code createdAt} and {@code updatedAt} are
     * required.
     */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder that holds these values} */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** {@return the ID of the session} */
    public SessionId id() {
        return id;
    }

    /**
     * {@return the principal that owns the session; empty for the one principal of all peers without authentication} No other principal may
     * see it.
     */
    public String principal() {
        return principal;
    }

    /** {@return the tree that contains the session} */
    public long tree() {
        return tree;
    }

    /** {@return the position of the session in the order of creation} */
    public long sequence() {
        return sequence;
    }

    /** {@return the working directory, an absolute path} */
    public String cwd() {
        return cwd;
    }

    /** {@return the further directories of the session, as absolute paths} */
    public List<String> additionalDirectories() {
        return additionalDirectories;
    }

    /** {@return the title for people; null for none} */
    public @Nullable String title() {
        return title;
    }

    /** {@return the label that its creator chose; null for none} */
    public @Nullable String label() {
        return label;
    }

    /** {@return the session that it was forked from, as long as that exists; null otherwise} */
    public @Nullable SessionId parent() {
        return parent;
    }

    /**
     * {@return the place that it was forked from; null if the session is not a fork} It does not change when the source is deleted.
     */
    public @Nullable Origin origin() {
        return origin;
    }

    /** {@return the node that the next node follows; null if the conversation is empty} */
    public @Nullable NodeRef head() {
        return head;
    }

    /** {@return the start of the running turn; null if no turn is running} */
    public @Nullable TurnStart turn() {
        return turn;
    }

    /** {@return the data that the agent keeps with the session, by name; immutable} */
    public Map<String, SessionAttribute> attributes() {
        return attributes;
    }

    /** {@return the {@link StoredFormat} of the attributes that this library keeps for itself} */
    public int format() {
        return format;
    }

    /** {@return the key that identifies a repetition of its fork request; null if the client sent none} */
    public @Nullable ForkKey forkKey() {
        return forkKey;
    }

    /** {@return the right to write to the session} */
    public Lease lease() {
        return lease;
    }

    /** {@return the time of creation, by the store's clock} */
    public Instant createdAt() {
        return createdAt;
    }

    /** {@return the time of the last change, by the store's clock} */
    public Instant updatedAt() {
        return updatedAt;
    }

    /** {@return the version, which each change increments} */
    public long version() {
        return version;
    }

    /**
     * Returns the end of a fork of the whole session: the end of the last finished turn.
     *
     * @return the node; null for none
     */
    public @Nullable NodeRef settled() {
        return turn == null ? head : turn.settled();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StoredSession that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    @Override
    public String toString() {
        return "StoredSession" + values();
    }

    private List<@Nullable Object> values() {
        return Arrays.asList(
                id,
                principal,
                tree,
                sequence,
                cwd,
                additionalDirectories,
                title,
                label,
                parent,
                origin,
                head,
                turn,
                attributes,
                format,
                forkKey,
                lease,
                createdAt,
                updatedAt,
                version);
    }

    /** Collects the values of {@link StoredSession}; for use by one thread. */
    public static final class Builder {

        private @Nullable SessionId id;
        private String principal = "";
        private long tree;
        private long sequence;
        private @Nullable String cwd;
        private List<String> additionalDirectories = List.of();
        private @Nullable String title;
        private @Nullable String label;
        private @Nullable SessionId parent;
        private @Nullable Origin origin;
        private @Nullable NodeRef head;
        private @Nullable TurnStart turn;
        private Map<String, SessionAttribute> attributes = Map.of();
        private int format = StoredFormat.CURRENT;
        private @Nullable ForkKey forkKey;
        private Lease lease = Lease.NONE;
        private @Nullable Instant createdAt;
        private @Nullable Instant updatedAt;
        private long version = 1;

        private Builder() {}

        private Builder(StoredSession from) {
            id = from.id;
            principal = from.principal;
            tree = from.tree;
            sequence = from.sequence;
            cwd = from.cwd;
            additionalDirectories = from.additionalDirectories;
            title = from.title;
            label = from.label;
            parent = from.parent;
            origin = from.origin;
            head = from.head;
            turn = from.turn;
            attributes = from.attributes;
            format = from.format;
            forkKey = from.forkKey;
            lease = from.lease;
            createdAt = from.createdAt;
            updatedAt = from.updatedAt;
            version = from.version;
        }

        /**
         * Sets {@link StoredSession#id()}.
         *
         * @param value the value
         * @return this
         */
        public Builder id(SessionId value) {
            id = value;
            return this;
        }

        /**
         * Sets {@link StoredSession#principal()}.
         *
         * @param value the value
         * @return this
         */
        public Builder principal(String value) {
            principal = value;
            return this;
        }

        /**
         * Sets {@link StoredSession#tree()}.
         *
         * @param value the value
         * @return this
         */
        public Builder tree(long value) {
            tree = value;
            return this;
        }

        /**
         * Sets {@link StoredSession#sequence()}.
         *
         * @param value the value
         * @return this
         */
        public Builder sequence(long value) {
            sequence = value;
            return this;
        }

        /**
         * Sets {@link StoredSession#cwd()}.
         *
         * @param value the value
         * @return this
         */
        public Builder cwd(String value) {
            cwd = value;
            return this;
        }

        /**
         * Sets {@link StoredSession#additionalDirectories()}.
         *
         * @param value the value
         * @return this
         */
        public Builder additionalDirectories(List<String> value) {
            additionalDirectories = value;
            return this;
        }

        /**
         * Sets {@link StoredSession#title()}.
         *
         * @param value the value; null for none
         * @return this
         */
        public Builder title(@Nullable String value) {
            title = value;
            return this;
        }

        /**
         * Sets {@link StoredSession#label()}.
         *
         * @param value the value; null for none
         * @return this
         */
        public Builder label(@Nullable String value) {
            label = value;
            return this;
        }

        /**
         * Sets {@link StoredSession#parent()}.
         *
         * @param value the value; null for none
         * @return this
         */
        public Builder parent(@Nullable SessionId value) {
            parent = value;
            return this;
        }

        /**
         * Sets {@link StoredSession#origin()}.
         *
         * @param value the value; null for none
         * @return this
         */
        public Builder origin(@Nullable Origin value) {
            origin = value;
            return this;
        }

        /**
         * Sets {@link StoredSession#head()}.
         *
         * @param value the value; null for none
         * @return this
         */
        public Builder head(@Nullable NodeRef value) {
            head = value;
            return this;
        }

        /**
         * Sets {@link StoredSession#turn()}.
         *
         * @param value the value; null for none
         * @return this
         */
        public Builder turn(@Nullable TurnStart value) {
            turn = value;
            return this;
        }

        /**
         * Sets {@link StoredSession#attributes()}.
         *
         * @param value the value
         * @return this
         */
        public Builder attributes(Map<String, SessionAttribute> value) {
            attributes = value;
            return this;
        }

        /**
         * Sets {@link StoredSession#format()}.
         *
         * @param value the value
         * @return this
         */
        public Builder format(int value) {
            format = value;
            return this;
        }

        /**
         * Sets {@link StoredSession#forkKey()}.
         *
         * @param value the value; null for none
         * @return this
         */
        public Builder forkKey(@Nullable ForkKey value) {
            forkKey = value;
            return this;
        }

        /**
         * Sets {@link StoredSession#lease()}.
         *
         * @param value the value
         * @return this
         */
        public Builder lease(Lease value) {
            lease = value;
            return this;
        }

        /**
         * Sets {@link StoredSession#createdAt()}.
         *
         * @param value the value
         * @return this
         */
        public Builder createdAt(Instant value) {
            createdAt = value;
            return this;
        }

        /**
         * Sets {@link StoredSession#updatedAt()}.
         *
         * @param value the value
         * @return this
         */
        public Builder updatedAt(Instant value) {
            updatedAt = value;
            return this;
        }

        /**
         * Sets {@link StoredSession#version()}.
         *
         * @param value the value
         * @return this
         */
        public Builder version(long value) {
            version = value;
            return this;
        }

        /**
         * Sets {@link StoredSession#cwd()} and {@link StoredSession#additionalDirectories()}.
         *
         * @param directory the working directory, an absolute path
         * @param additional the further directories
         * @return this
         */
        public Builder directories(String directory, List<String> additional) {
            cwd = directory;
            additionalDirectories = additional;
            return this;
        }

        /**
         * Sets one of {@link StoredSession#attributes()}.
         *
         * @param name its name
         * @param value its value; null removes it
         * @return this
         */
        public Builder attribute(String name, @Nullable SessionAttribute value) {
            Map<String, SessionAttribute> copy = new LinkedHashMap<>(attributes);
            if (value == null) {
                copy.remove(name);
            } else {
                copy.put(name, value);
            }
            attributes = copy;
            return this;
        }

        /**
         * Records a change of the conversation or its description: sets {@link StoredSession#updatedAt()} and increments {@link
         * StoredSession#version()}. A change of a lease, for example, is not recorded.
         *
         * @param now the time by the store's clock
         * @return this
         */
        public Builder changedAt(Instant now) {
            updatedAt = now;
            version++;
            return this;
        }

        /**
         * {@return the values as an immutable object}
         *
         * @throws NullPointerException if a required value is missing
         */
        public StoredSession build() {
            return new StoredSession(this);
        }
    }
}
