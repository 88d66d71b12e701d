package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeHeader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How two branches differ.
 *
 * @param common the last message that they share; null when they share none
 * @param left the messages that only the left one has, in order
 * @param right the messages that only the right one has, in order
 * @since 0.1.0
 */
public record Comparison(@Nullable NodeHeader common, List<NodeHeader> left, List<NodeHeader> right) {

    /** Copies the lists. */
    public Comparison {
        left = List.copyOf(left);
        right = List.copyOf(right);
    }
}
