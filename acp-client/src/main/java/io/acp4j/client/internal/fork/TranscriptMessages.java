package io.acp4j.client.internal.fork;

import io.acp4j.client.ClientSession;
import io.acp4j.client.SessionOrigin;
import io.acp4j.client.fork.HistoryMessage;
import io.acp4j.client.fork.MessageHistory;
import io.acp4j.client.fork.MessageHistory.Start;
import io.acp4j.client.fork.MessageSource;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.SessionTranscript;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.method.Methods;
import java.util.ArrayList;
import java.util.List;

/** The messages that a session's transcript keeps. */
public final class TranscriptMessages implements MessageSource {

    private final ClientSession session;
    private final SessionTranscript transcript;

    private TranscriptMessages(ClientSession session, SessionTranscript transcript) {
        this.session = session;
        this.transcript = transcript;
    }

    /** Finds what is known of a session: nothing when the client keeps no transcripts. */
    public static MessageSource of(ClientSession session) {
        SessionTranscript transcript;
        try {
            transcript = session.transcript();
        } catch (IllegalStateException e) {
            return () -> MessageHistory.NONE;
        }
        return new TranscriptMessages(session, transcript);
    }

    /** Returns whether the transcript of a session contains a message with an ID, or a thought with that ID. */
    static boolean isShown(ClientSession session, MessageId id) {
        MessageSource source = of(session);
        return source instanceof TranscriptMessages shown
                && !shown.transcript.snapshot().find(id).isEmpty();
    }

    @Override
    public MessageHistory messages() {
        Conversation conversation = transcript.snapshot();
        List<HistoryMessage> messages = new ArrayList<>();
        for (TranscriptMessage message : conversation.messages()) {
            if (message.role() != MessageRole.THOUGHT) {
                messages.add(new HistoryMessage(
                        messages.size(),
                        message.role() == MessageRole.USER ? BranchRole.USER : BranchRole.AGENT,
                        message.id(),
                        // Half a prompt is not to be sent again.
                        message.missing() > 0 ? List.of() : message.content()));
            }
        }
        return new MessageHistory(messages, conversation.droppedMessages() > 0 ? Start.UNKNOWN : start(conversation));
    }

    private Start start(Conversation conversation) {
        SessionOrigin opening = session.origin();
        if (conversation.inheritsAll()) {
            return Start.BEGINNING;
        }
        if (opening == null) {
            return Start.UNKNOWN;
        }
        if (opening.method().equals(Methods.SESSION_FORK) || conversation.inheritedEntries() > 0) {
            return Start.UNKNOWN;
        }
        boolean all =
                opening.method().equals(Methods.SESSION_NEW) || opening.method().equals(Methods.SESSION_LOAD);
        return all ? Start.BEGINNING : Start.OPENING;
    }
}
