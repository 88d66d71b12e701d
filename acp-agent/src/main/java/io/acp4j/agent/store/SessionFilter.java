package io.acp4j.agent.store;

import io.acp4j.schema.SessionId;
import org.jspecify.annotations.Nullable;

/**
 * Which sessions to list. What is null does not restrict.
 *
 * @param cwd their working directory, compared as text
 * @param parent the session that they were forked from
 * @param principal whose they are; empty for those of everybody who was not authenticated
 * @since 0.1.0
 */
public record SessionFilter(
        @Nullable String cwd,
        @Nullable SessionId parent,
        @Nullable String principal) {

    /** Lists them all. */
    public static final SessionFilter ALL = new SessionFilter(null, null, null);

    /**
     * Lists those of all principals.
     *
     * @param cwd their working directory, compared as text
     * @param parent the session that they were forked from
     */
    public SessionFilter(@Nullable String cwd, @Nullable SessionId parent) {
        this(cwd, parent, null);
    }
}
