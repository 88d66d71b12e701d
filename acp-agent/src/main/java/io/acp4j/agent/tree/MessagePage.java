package io.acp4j.agent.tree;

import io.acp4j.schema.MessageId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some messages of all the branches of a session.
 *
 * @param messages the messages in the order in which they were stored
 * @param next the cursor of the next page; null when this is the last one
 * @since 0.1.0
 */
public record MessagePage(List<Entry> messages, @Nullable String next) {

    /** Copies the list. */
    public MessagePage {
        messages = List.copyOf(messages);
    }

    /**
     * One message.
     *
     * @param node the message
     * @param parent the message that it follows; null when it begins a conversation
     */
    public record Entry(Node node, @Nullable MessageId parent) {}
}
