package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeRef;
import io.acp4j.schema.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * Where a fork ends, found.
 *
 * @param ref the last node that it shares; null when it shares none
 * @param message the message that was asked for; null when none was
 * @param interrupted whether that is in a running turn, which the fork has to close
 */
record ForkEnd(@Nullable NodeRef ref, @Nullable MessageId message, boolean interrupted) {

    static ForkEnd at(@Nullable NodeRef ref, @Nullable MessageId message) {
        return new ForkEnd(ref, message, false);
    }
}
