package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeRef;
import io.acp4j.schema.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * Where the head has moved to.
 *
 * @param head the node; null when the branch is empty now
 * @param message the last message at or before it; null when there is none
 * @param text what the user had said, when the head moved before that; null otherwise
 * @since 0.1.0
 */
public record Navigation(
        @Nullable NodeRef head,
        @Nullable MessageId message,
        @Nullable String text) {}
