package io.acp4j.agent.tree;

import io.acp4j.agent.store.StoredSession;
import org.jspecify.annotations.Nullable;

/**
 * The result of a request for a fork.
 *
 * @param session the fork
 * @param repeated true if an earlier request with the same key created the fork
 * @param tree the fork, open for writing; null if opening was not requested, or if an earlier request created the fork
 * @since 0.1.0
 */
public record Fork(
        StoredSession session, boolean repeated, @Nullable SessionTree tree) {}
