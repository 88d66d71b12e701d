package io.acp4j.client.fork;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.v1.branch.BranchRole;
import io.acp4j.schema.v1.content.ContentBlock;
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
public record SessionMessage(
        int index, BranchRole role, @Nullable MessageId id, List<ContentBlock> content) {

    /** Checks what is required and copies the list. */
    public SessionMessage {
        Objects.requireNonNull(role, "role");
        content = List.copyOf(content);
        if (index < 0) {
            throw new IllegalArgumentException("the first message has index 0, not " + index);
        }
    }

    SessionMessage at(int newIndex) {
        return new SessionMessage(newIndex, role, id, content);
    }

    boolean isFromUser() {
        return role.equals(BranchRole.USER);
    }

    /** Describes the message without its content. */
    @Override
    public String toString() {
        return "SessionMessage[" + index + ", " + role + ", " + (id == null ? "no id" : id) + "]";
    }
}
