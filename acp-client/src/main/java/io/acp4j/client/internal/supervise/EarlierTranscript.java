package io.acp4j.client.internal.supervise;

import io.acp4j.client.ClientSession;
import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.supervise.SupervisorListener;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.SessionTranscript;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptEntry.Gap.Reason;
import io.acp4j.client.transcript.TranscriptMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The transcript of a session on a lost connection. */
final class EarlierTranscript {

    private final ClientSession session;
    private final SessionTranscript transcript;

    private EarlierTranscript(ClientSession session, SessionTranscript transcript) {
        this.session = session;
        this.transcript = transcript;
    }

    /** Returns the transcript of a session; null if none is kept. */
    static @Nullable EarlierTranscript of(@Nullable ClientSession session) {
        if (session == null) {
            return null;
        }
        try {
            return new EarlierTranscript(session, session.transcript());
        } catch (IllegalStateException e) {
            return null;
        }
    }

    /** Completes the transcript of the restored session, so that everything that the user has seen remains visible. */
    void carryOver(SupervisorListener.RestoredSession restored) {
        // A session that an AcpClientBuilder has opened has no other kind of transcript.
        DefaultSessionTranscript next =
                (DefaultSessionTranscript) restored.session().transcript();
        Conversation seen = transcript.snapshot();
        if (!restored.replayed()) {
            boolean whole = session.forks().isBeginningKnown();
            next.continued(seen, Reason.CONNECTION_LOST, whole);
            return;
        }
        Conversation stored = next.snapshot();
        next.restoreMarks(seen);
        if (restored.lost().turnLost() || isLastTurnUnconfirmed(seen)) {
            next.gap(Reason.CONNECTION_LOST, unstored(seen, stored));
        }
    }

    /** Returns whether the last turn ended without the agent, so that the agent's history may be shorter. */
    private static boolean isLastTurnUnconfirmed(Conversation seen) {
        return seen.entries().stream()
                .anyMatch(entry -> entry.turn() == seen.turns()
                        && entry instanceof TranscriptEntry.Gap gap
                        && gap.reason() == Reason.CANCELLATION_UNCONFIRMED);
    }

    /** Returns the part of the last message that was shown and that the history of the agent does not contain. */
    private static String unstored(Conversation seen, Conversation stored) {
        String shown = lastAnswer(seen);
        String kept = lastAnswer(stored);
        // Agents may replay a prompt in other words.
        boolean isSameTurn =
                lastPrompt(seen).equals(lastPrompt(stored)) || numberOfPrompts(seen) == numberOfPrompts(stored);
        if (shown.isBlank() || (isSameTurn && kept.contains(shown.strip()))) {
            return "";
        }
        boolean isContinued = !kept.isBlank() && shown.startsWith(kept);
        return isContinued ? shown.substring(kept.length()) : shown;
    }

    private static long numberOfPrompts(Conversation conversation) {
        return conversation.messages().stream()
                .filter(message -> message.role() == MessageRole.USER)
                .count();
    }

    private static String lastPrompt(Conversation conversation) {
        int prompt = lastPromptIndex(conversation.messages());
        return prompt < 0 ? "" : conversation.messages().get(prompt).text().strip();
    }

    private static String lastAnswer(Conversation conversation) {
        List<TranscriptMessage> messages = conversation.messages();
        StringBuilder answer = new StringBuilder();
        for (TranscriptMessage message : messages.subList(lastPromptIndex(messages) + 1, messages.size())) {
            if (message.role() == MessageRole.AGENT) {
                answer.append(message.text());
            }
        }
        return answer.toString();
    }

    private static int lastPromptIndex(List<TranscriptMessage> messages) {
        int index = messages.size() - 1;
        while (index >= 0 && messages.get(index).role() != MessageRole.USER) {
            index--;
        }
        return index;
    }
}
