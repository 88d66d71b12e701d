package io.acp4j.agent.tree;

import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.schema.SessionId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Description of a session to create, with an empty conversation. Immutable.
 *
 * @since 0.1.0
 */
public final class NewSession {

    private final SessionId id;
    private final String cwd;
    private final List<String> additionalDirectories;
    private final @Nullable String title;
    private final Map<String, SessionAttribute> attributes;
    private final String principal;

    private NewSession(Builder builder) {
        id = Objects.requireNonNull(builder.id, "id");
        cwd = DirectoryPaths.stored(builder.cwd);
        additionalDirectories = DirectoryPaths.stored(builder.additionalDirectories);
        title = builder.title;
        attributes = Map.copyOf(builder.attributes);
        principal = Objects.requireNonNull(builder.principal, "principal");
    }

    /**
     * {@return the description of a session without optional values}
     *
     * @param id the ID of the session
     * @param cwd the working directory, an absolute path
     */
    public static NewSession of(SessionId id, String cwd) {
        return builder(id, cwd).build();
    }

    /**
     * {@return a builder of a session without optional values}
     *
     * @param id the ID of the session
     * @param cwd the working directory, an absolute path
     */
    public static Builder builder(SessionId id, String cwd) {
        return new Builder(id, cwd);
    }

    /** {@return a builder that holds these values} */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** {@return the ID of the session} */
    public SessionId id() {
        return id;
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

    /** {@return the data that the agent keeps with the session, by name; immutable} */
    public Map<String, SessionAttribute> attributes() {
        return attributes;
    }

    /** {@return the principal that owns the session; empty for the one principal of all peers without authentication} */
    public String principal() {
        return principal;
    }

    /** Collects the values of {@link NewSession}; for use by one thread. */
    public static final class Builder {

        private final SessionId id;
        private final String cwd;
        private List<String> additionalDirectories = List.of();
        private @Nullable String title;
        private Map<String, SessionAttribute> attributes = Map.of();
        private String principal = "";

        private Builder(SessionId id, String cwd) {
            this.id = id;
            this.cwd = cwd;
        }

        private Builder(NewSession from) {
            id = from.id;
            cwd = from.cwd;
            additionalDirectories = from.additionalDirectories;
            title = from.title;
            attributes = from.attributes;
            principal = from.principal;
        }

        /**
         * Sets {@link NewSession#additionalDirectories()}.
         *
         * @param value the value
         * @return this
         */
        public Builder additionalDirectories(List<String> value) {
            additionalDirectories = value;
            return this;
        }

        /**
         * Sets {@link NewSession#title()}.
         *
         * @param value the value; null for none
         * @return this
         */
        public Builder title(@Nullable String value) {
            title = value;
            return this;
        }

        /**
         * Sets {@link NewSession#attributes()}.
         *
         * @param value the value
         * @return this
         */
        public Builder attributes(Map<String, SessionAttribute> value) {
            attributes = value;
            return this;
        }

        /**
         * Sets {@link NewSession#principal()}.
         *
         * @param value the value
         * @return this
         */
        public Builder principal(String value) {
            principal = value;
            return this;
        }

        /** {@return the values as an immutable object} */
        public NewSession build() {
            return new NewSession(this);
        }
    }
}
