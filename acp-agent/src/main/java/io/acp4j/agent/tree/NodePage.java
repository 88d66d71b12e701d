package io.acp4j.agent.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a path.
 *
 * @param nodes the nodes in the order of the path
 * @param before the cursor to read what comes before, backward; null when this is the beginning
 * @param after the cursor to read what comes after, forward; null when this is the end
 * @since 0.1.0
 */
public record NodePage(
        List<Node> nodes, @Nullable String before, @Nullable String after) {

    /** Copies the list. */
    public NodePage {
        nodes = List.copyOf(nodes);
    }
}
