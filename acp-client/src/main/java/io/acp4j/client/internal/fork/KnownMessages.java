package io.acp4j.client.internal.fork;

import io.acp4j.client.ClientSession;
import io.acp4j.client.NoForkPointException;
import io.acp4j.client.SessionOrigin;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.SessionTranscript;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.method.Methods;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the user and of the agent in the transcript of a session at one moment. Positions are those in this list.
 *
 * @param messages the messages in order, without thoughts
 * @param isFromBeginning whether the first of them is the first message of the session
 */
record KnownMessages(List<TranscriptMessage> messages, boolean isFromBeginning) {

    private static final KnownMessages NONE = new KnownMessages(List.of(), false);

    /** Returns the messages that are known of a session: none if the client keeps no transcripts. */
    static KnownMessages of(ClientSession session) {
        SessionTranscript transcript = transcript(session);
        if (transcript == null) {
            return NONE;
        }
        Conversation conversation = transcript.snapshot();
        List<TranscriptMessage> messages = conversation.messages().stream()
                .filter(message -> message.role() != MessageRole.THOUGHT)
                .toList();
        return new KnownMessages(messages, conversation.droppedMessages() == 0 && isComplete(conversation, session));
    }

    private static @Nullable SessionTranscript transcript(ClientSession session) {
        try {
            return session.transcript();
        } catch (IllegalStateException e) {
            return null;
        }
    }

    private static boolean isComplete(Conversation conversation, ClientSession session) {
        if (conversation.inheritsAll()) {
            return true;
        }
        SessionOrigin opening = session.origin();
        return opening != null
                && conversation.inheritedEntries() == 0
                && (opening.method().equals(Methods.SESSION_NEW)
                        || opening.method().equals(Methods.SESSION_LOAD));
    }

    /** Returns whether the transcript of a session contains a message with an ID, or a thought with that ID. */
    static boolean isShown(ClientSession session, MessageId id) {
        SessionTranscript transcript = transcript(session);
        return transcript != null && !transcript.snapshot().find(id).isEmpty();
    }

    int size() {
        return messages.size();
    }

    TranscriptMessage get(int position) {
        return messages.get(position);
    }

    @Nullable
    MessageId id(int position) {
        return get(position).id();
    }

    boolean isFromUser(int position) {
        return get(position).role() == MessageRole.USER;
    }

    BranchRole role(int position) {
        return isFromUser(position) ? BranchRole.USER : BranchRole.AGENT;
    }

    /** Returns the number of messages with an ID. */
    long count(MessageId id) {
        return messages.stream().filter(message -> id.equals(message.id())).count();
    }

    /** Returns the position of the first message with an ID and a role; -1 for none. */
    int position(MessageId id, BranchRole role) {
        for (int i = 0; i < size(); i++) {
            if (id.equals(id(i)) && role.equals(role(i))) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the position of the first message with an ID and a role, which must exist. */
    int require(MessageId id, BranchRole role) {
        int position = position(id, role);
        if (position < 0) {
            throw new NoForkPointException("no message of role " + role + " with id " + id
                    + " is known of this session; clients know those that their transcripts keep. Load the session, or go to the"
                    + " branch of the message first");
        }
        return position;
    }

    /** Returns the position of a message that was taken from the transcript, now or earlier. */
    int require(TranscriptMessage message) {
        for (int i = 0; i < size(); i++) {
            TranscriptMessage here = get(i);
            if (here.index() == message.index() && here.role() == message.role() && isLaterForm(here, message)) {
                return i;
            }
        }
        throw new NoForkPointException(
                message.role() == MessageRole.THOUGHT
                        ? "no fork can be made at a thought; fork at a message of the user or of the agent"
                        : "the message is no longer one of this session; take it from the transcript again");
    }

    /** Returns whether a message is a later form of another one. Without an ID, the text decides if it is kept whole. */
    private static boolean isLaterForm(TranscriptMessage now, TranscriptMessage earlier) {
        if (earlier.id() != null) {
            return earlier.id().equals(now.id());
        }
        return earlier.missing() > 0 || now.missing() > 0 || now.text().startsWith(earlier.text());
    }

    /** Returns whether the message at a position is the first one of the user, so that a new session is equivalent to a fork before it. */
    boolean isFirstQuestion(int position) {
        return isFromBeginning
                && position >= 0
                && position < size()
                && isFromUser(position)
                && messages.stream().limit(position).noneMatch(message -> message.role() == MessageRole.USER);
    }

    /** Describes a message without its content. */
    String describe(int position) {
        return "message " + (position + 1) + " of " + size() + " (" + role(position) + ")";
    }
}
