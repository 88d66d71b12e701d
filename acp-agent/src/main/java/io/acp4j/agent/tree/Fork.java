package io.acp4j.agent.tree;

import io.acp4j.agent.store.StoredSession;
import org.jspecify.annotations.Nullable;

/**
 * A fork that was made.
 *
 * @param session the fork
 * @param repeated true when an earlier request with the same key had made it
 * @param tree the fork, open for writing; null when it was not to be opened, or an earlier request had made it
 * @since 0.1.0
 */
public record Fork(
        StoredSession session, boolean repeated, @Nullable SessionTree tree) {}
