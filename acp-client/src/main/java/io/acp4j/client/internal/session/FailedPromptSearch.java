package io.acp4j.client.internal.session;

import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.branching.PathEntry;
import io.acp4j.schema.branching.SessionPathResponse;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Searches the newest messages of the agent's path for the prompt of a failed turn. */
final class FailedPromptSearch {

    private final String text;

    /** IDs of the messages that are shown before the prompt. */
    private final Set<MessageId> earlier = new HashSet<>();

    /** Prompts that are shown after this one, with the last one on top. */
    private final Deque<TranscriptMessage> later = new ArrayDeque<>();

    /** The last message before the prompt, not counting thoughts. */
    private @Nullable TranscriptMessage before;

    private boolean isDecided;
    private @Nullable MessageId storedAs;

    FailedPromptSearch(TranscriptEntry prompt, Conversation shown, SessionPathResponse newest) {
        this.text = prompt instanceof TranscriptMessage message
                ? message.text()
                : prompt instanceof TranscriptEntry.RefusedPrompt refused ? refused.text() : "";
        for (TranscriptMessage message : shown.messages()) {
            if (message.position() < prompt.position()) {
                noteEarlier(message);
            } else if (message.position() > prompt.position() && message.role() == MessageRole.USER) {
                later.push(message);
            }
        }
        search(newest);
    }

    private void noteEarlier(TranscriptMessage message) {
        before = message.role() == MessageRole.THOUGHT ? before : message;
        MessageId id = message.id();
        if (id != null) {
            earlier.add(id);
        }
    }

    /** Returns whether the newest messages are sufficient for a decision. */
    boolean isDecided() {
        return isDecided;
    }

    /** Returns the ID under which the agent has stored the prompt; null if it has not stored it. */
    @Nullable
    MessageId storedAs() {
        return storedAs;
    }

    private void search(SessionPathResponse newest) {
        List<PathEntry> entries = newest.messages();
        for (int i = entries.size() - 1; i >= 0; i--) {
            PathEntry entry = entries.get(i);
            boolean isEarlier = earlier.contains(entry.message().messageId());
            if (isEarlier || entry.message().role().equals(BranchRole.USER)) {
                TranscriptMessage expected = later.poll();
                if (expected == null) {
                    decide(entry, isEarlier);
                    return;
                }
                if (isEarlier || !isMessage(expected, entry)) {
                    return;
                }
            }
        }
        isDecided = later.isEmpty() && newest.nextCursor() == null;
    }

    private static boolean isMessage(TranscriptMessage shown, PathEntry entry) {
        MessageId id = shown.id();
        return id == null
                ? text(entry.updates()).equals(shown.text())
                : id.equals(entry.message().messageId());
    }

    private void decide(PathEntry entry, boolean isEarlier) {
        boolean isPrompt = !isEarlier && text(entry.updates()).equals(text);
        // An earlier prompt without an ID and with the same text may be the one on the path.
        isDecided = !isPrompt
                || before == null
                || before.role() != MessageRole.USER
                || before.id() != null
                || !before.text().equals(text);
        storedAs = isPrompt ? entry.message().messageId() : null;
    }

    private static String text(List<SessionUpdate> updates) {
        StringBuilder text = new StringBuilder();
        for (SessionUpdate update : updates) {
            if (update instanceof UserMessageChunk chunk) {
                text.append(chunk.text());
            }
        }
        return text.toString();
    }
}
