package io.acp4j.client.fork;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One message of the user or of the agent, as a point to fork at; thoughts and tool calls are none.
 *
 * @param index how many messages of the same {@link MessageHistory} come before it
 * @param role whose message it is
 * @param id the id that the agent gave it; null when it gave none, and then no fork can end with it
 * @param content what it says
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record HistoryMessage(
        int index, BranchRole role, @Nullable MessageId id, List<ContentBlock> content) {

    /** Checks what is required and copies the list. */
    public HistoryMessage {
        Objects.requireNonNull(role, "role");
        content = List.copyOf(content);
        if (index < 0) {
            throw new IllegalArgumentException("the first message has index 0, not " + index);
        }
    }

    HistoryMessage at(int newIndex) {
        return new HistoryMessage(newIndex, role, id, content);
    }

    boolean isFromUser() {
        return role.equals(BranchRole.USER);
    }

    /** Returns whether this is what an earlier form of a message at the same place has become; without an id, its words tell. */
    boolean isLaterFormOf(HistoryMessage earlier) {
        return earlier.id == null ? text().startsWith(earlier.text()) : earlier.id.equals(id);
    }

    /**
     * Returns the text without other content.
     *
     * @return all pieces of text as one; empty when there is none
     */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (ContentBlock block : content) {
            if (block instanceof TextContent said) {
                text.append(said.text());
            }
        }
        return text.toString();
    }

    /** Describes the message without its content. */
    @Override
    public String toString() {
        return "HistoryMessage[" + index + ", " + role + ", " + (id == null ? "no id" : id) + "]";
    }
}
