package io.acp4j.agent.tree;

import io.acp4j.agent.store.Attribute;
import io.acp4j.agent.store.ForkKey;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A fork that is to be made.
 *
 * @param source the session to fork, open or not
 * @param id the id of the fork
 * @param point where it ends
 * @param label one line by which its maker names it, which is its title too; null when unnamed
 * @param cwd its working directory; null takes the source's
 * @param additionalDirectories its other directories; null takes the source's
 * @param attributes what is kept with it besides what it inherits
 * @param principal whose it will be; null for the principal of the source
 * @param key by what a repetition of the request is known; null when it cannot be repeated
 * @since 0.1.0
 */
public record ForkSpec(
        SessionId source,
        SessionId id,
        ForkPoint point,
        @Nullable String label,
        @Nullable String cwd,
        @Nullable List<String> additionalDirectories,
        Map<String, Attribute> attributes,
        @Nullable String principal,
        @Nullable ForkKey key) {

    /**
     * Checks what is required and the label, and copies the collections.
     *
     * @throws BranchException with {@link BranchException#MALFORMED_LABEL} when the label is blank or has line breaks,
     *     control characters or invisible ones, {@link BranchException#LIMIT} when it is longer than 1,000 characters
     */
    public ForkSpec {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(point, "point");
        cwd = cwd == null ? null : DirectoryPaths.stored(cwd);
        additionalDirectories = additionalDirectories == null ? null : DirectoryPaths.stored(additionalDirectories);
        attributes = Map.copyOf(attributes);
        Lines.requireLabel(label);
    }

    /**
     * Begins a fork of everything that is settled.
     *
     * @param source the session to fork
     * @param id the id of the fork
     * @return a builder
     */
    public static Builder of(SessionId source, SessionId id) {
        return new Builder(source, id);
    }

    /** A fork in the making; not for use by several threads. */
    public static final class Builder {

        private final SessionId source;
        private final SessionId id;
        private ForkPoint point = ForkPoint.end();
        private @Nullable String label;
        private @Nullable String cwd;
        private @Nullable List<String> additionalDirectories;
        private final Map<String, Attribute> attributes = new LinkedHashMap<>();
        private @Nullable String principal;
        private @Nullable ForkKey key;

        private Builder(SessionId source, SessionId id) {
            this.source = source;
            this.id = id;
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
        public Builder attribute(String name, Attribute value) {
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
         * Makes the request.
         *
         * @return it
         */
        public ForkSpec build() {
            return new ForkSpec(source, id, point, label, cwd, additionalDirectories, attributes, principal, key);
        }
    }
}
