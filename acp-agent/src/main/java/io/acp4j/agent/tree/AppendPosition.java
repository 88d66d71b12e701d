package io.acp4j.agent.tree;

import io.acp4j.schema.MessageId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Position at which {@link SessionTree#append(NewNode, AppendPosition)} stores a node. Immutable.
 *
 * @since 0.1.0
 */
public final class AppendPosition {

    /** After the head, or after the node that {@link SessionRepositoryOptions#parent} selects instead. */
    public static final AppendPosition AT_HEAD = new AppendPosition(null);

    /** At the beginning, as a separate conversation in the same session. */
    public static final AppendPosition AT_ROOT = new AppendPosition(null);

    private final @Nullable MessageId parent;

    private AppendPosition(@Nullable MessageId parent) {
        this.parent = parent;
    }

    /**
     * Returns the position after a message.
     *
     * @param message the ID of the message
     * @return the position
     */
    public static AppendPosition under(MessageId message) {
        return new AppendPosition(Objects.requireNonNull(message, "message"));
    }

    /** Returns the message that the node follows; null at the head and at the root. */
    @Nullable
    MessageId parent() {
        return parent;
    }
}
