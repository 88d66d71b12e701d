package io.acp4j.agent.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some leaves of a session.
 *
 * @param leaves the leaves in the order in which they were stored
 * @param next the cursor of the next page; null when this is the last one
 * @since 0.1.0
 */
public record LeafPage(List<Leaf> leaves, @Nullable String next) {

    /** Copies the list. */
    public LeafPage {
        leaves = List.copyOf(leaves);
    }
}
