package io.acp4j.agent.store;

import io.acp4j.schema.SessionId;
import org.jspecify.annotations.Nullable;

/**
 * Which sessions to list. What is null does not restrict.
 *
 * @param cwd their working directory, compared as text
 * @param parent the session that they were forked from
 * @since 0.1.0
 */
public record SessionFilter(@Nullable String cwd, @Nullable SessionId parent) {

    /** Lists them all. */
    public static final SessionFilter ALL = new SessionFilter(null, null);
}
