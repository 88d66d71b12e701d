package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeHeader;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.schema.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * Where a fork ends, found.
 *
 * @param ref the last node that it shares; null when it shares none
 * @param message the message that was asked for; null when none was
 * @param depth the number of messages up to there
 * @param interrupted whether that is in a running turn, which the fork has to close
 */
record ForkEnd(@Nullable NodeRef ref, @Nullable MessageId message, int depth, boolean interrupted) {

    static final ForkEnd EMPTY = new ForkEnd(null, null, 0, false);

    static ForkEnd at(NodeHeader node, @Nullable MessageId message) {
        return new ForkEnd(node.ref(), message, node.depth(), false);
    }
}
