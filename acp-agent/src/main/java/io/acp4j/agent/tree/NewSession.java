package io.acp4j.agent.tree;

import io.acp4j.agent.store.Attribute;
import io.acp4j.schema.SessionId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A session that is to begin with an empty conversation.
 *
 * @param id its id
 * @param cwd its working directory, an absolute path
 * @param additionalDirectories its other directories
 * @param title its title; null for none
 * @param attributes what is kept with it
 * @param principal whose it is; empty when nobody is authenticated
 * @since 0.1.0
 */
public record NewSession(
        SessionId id,
        String cwd,
        List<String> additionalDirectories,
        @Nullable String title,
        Map<String, Attribute> attributes,
        String principal) {

    /** Checks that what is required is there and copies the collections. */
    public NewSession {
        Objects.requireNonNull(id, "id");
        cwd = DirectoryPaths.stored(cwd);
        additionalDirectories = DirectoryPaths.stored(additionalDirectories);
        attributes = Map.copyOf(attributes);
        Objects.requireNonNull(principal, "principal");
    }

    /**
     * Makes one that belongs to the principal of everybody who is not authenticated.
     *
     * @param id its id
     * @param cwd its working directory, an absolute path
     * @param additionalDirectories its other directories
     * @param title its title; null for none
     * @param attributes what is kept with it
     */
    public NewSession(
            SessionId id,
            String cwd,
            List<String> additionalDirectories,
            @Nullable String title,
            Map<String, Attribute> attributes) {
        this(id, cwd, additionalDirectories, title, attributes, "");
    }

    /**
     * Makes one with nothing but an id and a directory.
     *
     * @param id its id
     * @param cwd its working directory, an absolute path
     * @return the session to be
     */
    public static NewSession of(SessionId id, String cwd) {
        return new NewSession(id, cwd, List.of(), null, Map.of());
    }
}
