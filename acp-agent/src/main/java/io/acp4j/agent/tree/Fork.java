package io.acp4j.agent.tree;

import io.acp4j.agent.store.StoredSession;

/**
 * A fork that was made.
 *
 * @param session the fork
 * @param repeated true when an earlier request with the same key had made it
 * @since 0.1.0
 */
public record Fork(StoredSession session, boolean repeated) {}
