package io.acp4j.agent.tree;

import io.acp4j.agent.store.StoredSession;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some sessions of a store.
 *
 * @param sessions the sessions, the newest first
 * @param next the cursor of the next page; null when this is the last one
 * @since 0.1.0
 */
public record SessionPage(
        List<StoredSession> sessions, @Nullable String next) {

    /** Copies the list. */
    public SessionPage {
        sessions = List.copyOf(sessions);
    }
}
