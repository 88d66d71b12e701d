package io.acp4j.client.fork;

import io.acp4j.client.ClientSession;
import io.acp4j.client.SessionOpening;
import io.acp4j.client.fork.MessageHistory.Start;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.SessionTranscript;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.schema.v1.Methods;
import io.acp4j.schema.v1.branch.BranchRole;
import java.util.ArrayList;
import java.util.List;

/** The messages that a session's transcript keeps. */
final class TranscriptMessages implements MessageSource {

    private final ClientSession session;
    private final SessionTranscript transcript;

    private TranscriptMessages(ClientSession session, SessionTranscript transcript) {
        this.session = session;
        this.transcript = transcript;
    }

    /** Finds what is known of a session: nothing when the client keeps no transcripts. */
    static MessageSource of(ClientSession session) {
        SessionTranscript transcript;
        try {
            transcript = session.transcript();
        } catch (IllegalStateException e) {
            return () -> MessageHistory.NONE;
        }
        return new TranscriptMessages(session, transcript);
    }

    @Override
    public MessageHistory messages() {
        Conversation conversation = transcript.snapshot();
        List<SessionMessage> messages = new ArrayList<>();
        for (TranscriptMessage message : conversation.messages()) {
            if (message.role() != MessageRole.THOUGHT) {
                messages.add(new SessionMessage(
                        messages.size(),
                        message.role() == MessageRole.USER ? BranchRole.USER : BranchRole.AGENT,
                        message.id(),
                        message.content()));
            }
        }
        return new MessageHistory(messages, conversation.droppedMessages() > 0 ? Start.UNKNOWN : start());
    }

    private Start start() {
        SessionOpening opening = session.opening();
        if (opening == null) {
            return Start.UNKNOWN;
        }
        boolean told =
                opening.method().equals(Methods.SESSION_NEW) || opening.method().equals(Methods.SESSION_LOAD);
        return told ? Start.BEGINNING : Start.OPENING;
    }
}
