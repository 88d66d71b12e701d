package io.acp4j.client.fork;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.branching.BranchRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The messages of a session that a client knows, in order.
 *
 * @param messages the messages of the user and of the agent, each with its place in this list as its index
 * @param start what the first of them is
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record MessageHistory(List<HistoryMessage> messages, Start start) {

    /** What the first message of a history is. */
    public enum Start {
        /** The first message of the session. */
        BEGINNING,

        /** The first one since the session was opened here; there may be earlier ones. */
        OPENING,

        /** Any; earlier ones are not known. */
        UNKNOWN
    }

    /** Nothing known. */
    public static final MessageHistory NONE = new MessageHistory(List.of(), Start.UNKNOWN);

    /** Copies the list. */
    public MessageHistory {
        messages = List.copyOf(messages);
        Objects.requireNonNull(start, "start");
        for (int i = 0; i < messages.size(); i++) {
            if (messages.get(i).index() != i) {
                throw new IllegalArgumentException("message " + i + " says that its index is "
                        + messages.get(i).index());
            }
        }
    }

    int size() {
        return messages.size();
    }

    MessageHistory first(int count) {
        return new MessageHistory(messages.subList(0, count), start);
    }

    /** Adds what a session has had since it was opened to what it inherited. */
    MessageHistory followedBy(MessageHistory own) {
        if (own.start != Start.OPENING) {
            return own;
        }
        if (own.repeats(this)) {
            return new MessageHistory(own.messages, start);
        }
        List<HistoryMessage> all = new ArrayList<>(messages);
        for (HistoryMessage message : own.messages) {
            all.add(message.at(all.size()));
        }
        return new MessageHistory(all, start);
    }

    /** Returns whether this begins with what another one is: some agents replay the history of a fork, with ids of their own. */
    private boolean repeats(MessageHistory before) {
        int count = before.size();
        if (count < 2 || size() < count) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            HistoryMessage mine = messages.get(i);
            HistoryMessage theirs = before.messages.get(i);
            if (!mine.role().equals(theirs.role()) || !mine.content().equals(theirs.content())) {
                return false;
            }
        }
        return true;
    }

    List<HistoryMessage> withId(MessageId id) {
        return messages.stream().filter(message -> id.equals(message.id())).toList();
    }

    /** Finds a message by its id; a message of the role when two have it. */
    HistoryMessage find(MessageId id, BranchRole role) {
        for (HistoryMessage message : messages) {
            if (id.equals(message.id()) && role.equals(message.role())) {
                return message;
            }
        }
        throw new NoForkPointException("no message of role " + role + " with id " + id
                + " is known of this session; clients know those that their transcripts keep. Load the session, or go to the"
                + " branch of the message first");
    }

    /** Finds the place of a message that was taken from this history, or from one that has grown to this. */
    HistoryMessage current(HistoryMessage message) {
        int at = message.index();
        if (at < size()) {
            HistoryMessage here = messages.get(at);
            if (here.role().equals(message.role()) && here.isLaterFormOf(message)) {
                return here;
            }
        }
        throw new NoForkPointException(message + " is not a message of this session any more; take it from messages()");
    }
}
