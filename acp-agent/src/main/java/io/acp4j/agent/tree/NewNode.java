package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.CompactionStatus;
import io.acp4j.schema.update.CompactionUpdate;
import io.acp4j.schema.update.ConfigOptionUpdate;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.Plan;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A node that is to be stored.
 *
 * @param kind what it is; not the end of a turn, which {@link SessionTree#endTurn} makes
 * @param messageId the id of the message; required for messages, thoughts and summaries, null for the rest
 * @param updates what it holds, as a client is shown it
 * @since 0.1.0
 */
public record NewNode(NodeKind kind, @Nullable MessageId messageId, List<SessionUpdate> updates) {

    /** Checks that kind and id fit, and copies the list. */
    public NewNode {
        Objects.requireNonNull(kind, "kind");
        updates = List.copyOf(updates);
        if (kind == NodeKind.TURN_END) {
            throw new IllegalArgumentException("a turn is ended by SessionTree.endTurn");
        }
        if (needsId(kind) != (messageId != null)) {
            throw new IllegalArgumentException(
                    kind + (messageId == null ? " needs a message id" : " has no message id"));
        }
    }

    private static boolean needsId(NodeKind kind) {
        return kind.isMessage() || kind == NodeKind.THOUGHT;
    }

    /**
     * Makes a message of the user.
     *
     * @param id its id
     * @param content what was said
     * @return the node
     */
    public static NewNode user(MessageId id, List<ContentBlock> content) {
        return new NewNode(
                NodeKind.USER,
                id,
                content.stream()
                        .<SessionUpdate>map(block -> new UserMessageChunk(block, id, null))
                        .toList());
    }

    /**
     * Makes a message of the user.
     *
     * @param id its id
     * @param text what was said
     * @return the node
     */
    public static NewNode user(MessageId id, String text) {
        return user(id, List.of(TextContent.of(text)));
    }

    /**
     * Makes a message of the agent.
     *
     * @param id its id
     * @param content what was said
     * @return the node
     */
    public static NewNode agent(MessageId id, List<ContentBlock> content) {
        return new NewNode(
                NodeKind.AGENT,
                id,
                content.stream()
                        .<SessionUpdate>map(block -> new AgentMessageChunk(block, id, null))
                        .toList());
    }

    /**
     * Makes a message of the agent.
     *
     * @param id its id
     * @param text what was said
     * @return the node
     */
    public static NewNode agent(MessageId id, String text) {
        return agent(id, List.of(TextContent.of(text)));
    }

    /**
     * Makes a thought of the agent.
     *
     * @param id its id
     * @param text what was thought
     * @return the node
     */
    public static NewNode thought(MessageId id, String text) {
        return new NewNode(NodeKind.THOUGHT, id, List.of(new AgentThoughtChunk(TextContent.of(text), id, null)));
    }

    /**
     * Makes a node of an update that is no chunk of a message.
     *
     * @param update the update
     * @return the node
     * @throws IllegalArgumentException when it is a chunk, whose message has to be put together first
     */
    public static NewNode of(SessionUpdate update) {
        return new NewNode(kindOf(update), null, List.of(update));
    }

    private static NodeKind kindOf(SessionUpdate update) {
        if (update instanceof ToolCall || update instanceof ToolCallUpdate) {
            return NodeKind.TOOL;
        }
        if (update instanceof Plan) {
            return NodeKind.PLAN;
        }
        if (update instanceof CurrentModeUpdate) {
            return NodeKind.MODE;
        }
        if (update instanceof ConfigOptionUpdate) {
            return NodeKind.CONFIG;
        }
        if (update instanceof CompactionUpdate compaction && compaction.status().equals(CompactionStatus.COMPLETED)) {
            return NodeKind.COMPACTION;
        }
        if (update instanceof UserMessageChunk
                || update instanceof AgentMessageChunk
                || update instanceof AgentThoughtChunk) {
            throw new IllegalArgumentException("a chunk is a part of a message; use user, agent or thought");
        }
        return NodeKind.OTHER;
    }
}
