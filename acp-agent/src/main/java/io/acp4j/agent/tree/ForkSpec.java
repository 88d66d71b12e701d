package io.acp4j.agent.tree;

import io.acp4j.agent.store.ForkKey;
import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Description of a fork to create. Immutable.
 *
 * @since 0.1.0
 */
public final class ForkSpec {

    private final SessionId source;
    private final SessionId id;
    private final ForkPoint point;
    private final @Nullable String label;
    private final @Nullable String cwd;
    private final @Nullable List<String> additionalDirectories;
    private final Map<String, SessionAttribute> attributes;
    private final @Nullable String principal;
    private final @Nullable ForkKey key;

    private ForkSpec(Builder builder) {
        source = Objects.requireNonNull(builder.source, "source");
        id = Objects.requireNonNull(builder.id, "id");
        point = Objects.requireNonNull(builder.point, "point");
        label = builder.label;
        cwd = builder.cwd == null ? null : DirectoryPaths.stored(builder.cwd);
        additionalDirectories =
                builder.additionalDirectories == null ? null : DirectoryPaths.stored(builder.additionalDirectories);
        attributes = Map.copyOf(builder.attributes);
        principal = builder.principal;
        key = builder.key;
        Lines.requireLabel(label);
    }

    /**
     * Begins a fork of everything that is settled.
     *
     * @param source the session to fork
     * @param id the id of the fork
     * @return a builder
     */
    public static Builder builder(SessionId source, SessionId id) {
        return new Builder(source, id);
    }

    /** {@return a builder that holds these values} */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** {@return the session to fork, open or not} */
    public SessionId source() {
        return source;
    }

    /** {@return the ID of the fork} */
    public SessionId id() {
        return id;
    }

    /** {@return the end of the fork} */
    public ForkPoint point() {
        return point;
    }

    /** {@return the label that the creator chose, which is its title, too, one line; null for none} */
    public @Nullable String label() {
        return label;
    }

    /** {@return the working directory of the fork, an absolute path; null for that of the source} */
    public @Nullable String cwd() {
        return cwd;
    }

    /** {@return the further directories of the fork, absolute paths; null for those of the source} */
    public @Nullable List<String> additionalDirectories() {
        return additionalDirectories;
    }

    /** {@return the data that is kept with the fork besides the inherited data, by name; immutable} */
    public Map<String, SessionAttribute> attributes() {
        return attributes;
    }

    /** {@return the principal that will own the fork; null for the principal of the source} */
    public @Nullable String principal() {
        return principal;
    }

    /** {@return the key that identifies a repetition of the request; null if the request cannot be repeated} */
    public @Nullable ForkKey key() {
        return key;
    }

    /** A fork in the making; not for use by several threads. */
    public static final class Builder {

        private final SessionId source;
        private final SessionId id;
        private ForkPoint point = ForkPoint.end();
        private @Nullable String label;
        private @Nullable String cwd;
        private @Nullable List<String> additionalDirectories;
        private final Map<String, SessionAttribute> attributes = new LinkedHashMap<>();
        private @Nullable String principal;
        private @Nullable ForkKey key;

        private Builder(SessionId source, SessionId id) {
            this.source = source;
            this.id = id;
        }

        private Builder(ForkSpec from) {
            source = from.source;
            id = from.id;
            point = from.point;
            label = from.label;
            cwd = from.cwd;
            additionalDirectories = from.additionalDirectories;
            attributes.putAll(from.attributes);
            principal = from.principal;
            key = from.key;
        }

        /**
         * Ends the fork somewhere else.
         *
         * @param value the point
         * @return this
         */
        public Builder at(ForkPoint value) {
            point = value;
            return this;
        }

        /**
         * Names the fork.
         *
         * @param value the label; null for none
         * @return this
         */
        public Builder label(@Nullable String value) {
            label = value;
            return this;
        }

        /**
         * Moves the fork to other directories.
         *
         * @param directory the working directory, an absolute path
         * @param additional the others
         * @return this
         */
        public Builder directories(String directory, List<String> additional) {
            cwd = directory;
            additionalDirectories = additional;
            return this;
        }

        /**
         * Keeps something with the fork.
         *
         * @param name its name
         * @param value its value
         * @return this
         */
        public Builder attribute(String name, SessionAttribute value) {
            attributes.put(name, value);
            return this;
        }

        /**
         * Sets whose the fork will be.
         *
         * @param value the principal; null for that of the source
         * @return this
         */
        public Builder principal(@Nullable String value) {
            principal = value;
            return this;
        }

        /**
         * Makes the request repeatable: the same key names the same fork.
         *
         * @param value the key; null for none
         * @return this
         */
        public Builder key(@Nullable ForkKey value) {
            key = value;
            return this;
        }

        /**
         * Returns the description as an immutable object.
         *
         * @return a new description
         * @throws BranchException with {@link BranchException#MALFORMED_LABEL} if the label is blank or has line breaks,
         *     control characters or invisible ones, {@link BranchException#LIMIT} if it is longer than 1,000 characters
         */
        public ForkSpec build() {
            return new ForkSpec(this);
        }
    }
}
