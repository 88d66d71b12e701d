package io.acp4j.examples.forking;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.v1.content.Role;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message of a conversation. It knows the one before it and never changes, so conversations that begin alike share
 * what they have in common: a fork is one more reference to a message.
 *
 * @param id its id, unique in its session and in all forks of it
 * @param role who said it
 * @param text what was said
 * @param before the message before it; null for the first
 */
record Message(
        MessageId id, Role role, String text, @Nullable Message before) {

    /** Lists a conversation from its first message to its last; null stands for the empty one. */
    static List<Message> path(@Nullable Message last) {
        List<Message> path = new ArrayList<>();
        for (Message message = last; message != null; message = message.before) {
            path.add(message);
        }
        Collections.reverse(path);
        return path;
    }

    /** Finds a message of a conversation by its id; null when it is not part of it. */
    static @Nullable Message find(@Nullable Message last, MessageId id) {
        Message message = last;
        while (message != null && !message.id.equals(id)) {
            message = message.before;
        }
        return message;
    }
}
