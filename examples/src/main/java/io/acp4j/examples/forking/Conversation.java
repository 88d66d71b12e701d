package io.acp4j.examples.forking;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.v1.content.Role;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one session has said so far: a reference to its last message, which moves as it goes on. */
final class Conversation {

    private volatile @Nullable Message last;

    private Conversation(@Nullable Message last) {
        this.last = last;
    }

    static Conversation empty() {
        return new Conversation(null);
    }

    /** Begins a conversation that has everything up to here in common with this one, and nothing from now on. */
    Conversation fork() {
        return new Conversation(last);
    }

    /** Begins a conversation at an earlier message of this one; null when there is no such message. */
    @Nullable
    Conversation forkAt(MessageId id) {
        Message message = Message.find(last, id);
        return message == null ? null : new Conversation(message);
    }

    void add(MessageId id, Role role, String text) {
        last = new Message(id, role, text, last);
    }

    List<Message> messages() {
        return Message.path(last);
    }

    /** The questions in the order they were asked. */
    List<String> questions() {
        return messages().stream()
                .filter(message -> message.role().equals(Role.USER))
                .map(Message::text)
                .toList();
    }
}
