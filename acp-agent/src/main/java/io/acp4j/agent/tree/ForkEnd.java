package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.schema.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * The resolved end of a fork.
 *
 * @param ref the last shared node; null if no node is shared
 * @param message the requested message; null if none was requested
 * @param depth the number of messages up to the end
 * @param interrupted true if the end is in a running turn, which the fork has to close
 */
record ForkEnd(@Nullable NodeRef ref, @Nullable MessageId message, int depth, boolean interrupted) {

    static final ForkEnd EMPTY = new ForkEnd(null, null, 0, false);

    static ForkEnd at(StoredNode.Header node, @Nullable MessageId message) {
        return new ForkEnd(node.ref(), message, node.depth(), false);
    }
}
