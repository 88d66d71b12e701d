package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeRef;
import io.acp4j.schema.MessageId;
import java.time.Instant;

/**
 * The end of a branch: a message without a message after it.
 *
 * @param ref where it is
 * @param messageId its id
 * @param depth how many messages the branch has
 * @param createdAt when it was stored
 * @param active whether it is the last message of the active branch
 * @since 0.1.0
 */
public record Leaf(NodeRef ref, MessageId messageId, int depth, Instant createdAt, boolean active) {}
