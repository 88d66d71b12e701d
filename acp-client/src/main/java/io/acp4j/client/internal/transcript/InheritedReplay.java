package io.acp4j.client.internal.transcript;

import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Recognises the history of a fork where the agent sends it after the response, which no update marks: it begins with what the
 * session inherited, and is as long. The next prompt may have been sent before it comes. It is put together here until it is
 * whole.
 */
final class InheritedReplay {

    /** What an update is. */
    enum Verdict {
        /** A part of the history. */
        PART,
        /** What came after the history. */
        BEHIND,
        /** A sign that it is no history after all. */
        REFUTED
    }

    private final List<TranscriptMessage> known;
    /** Calls of the history that have not come yet, and those of them that stand behind its last message. */
    private final Set<ToolCallId> calls = new HashSet<>();

    private final Set<ToolCallId> trailing = new HashSet<>();
    private final Conversation inherited;
    private final Flow aside;
    private int count;
    private int spoken;
    private boolean begun;

    /** Whether what has come may be the echo of a prompt that says the same as the first message. */
    private boolean doubtful;

    InheritedReplay(Conversation inherited, int count, Flow aside) {
        this.inherited = inherited;
        this.known = inherited.messages().stream()
                .filter(message -> message.role() != MessageRole.THOUGHT)
                .toList();
        for (TranscriptEntry entry : inherited.entries()) {
            if (entry instanceof TranscriptToolCall call) {
                calls.add(call.id());
                trailing.add(call.id());
            } else if (entry instanceof TranscriptMessage message && message.role() != MessageRole.THOUGHT) {
                trailing.clear();
            }
        }
        this.count = count;
        this.aside = aside;
    }

    Flow history() {
        return aside;
    }

    boolean hasBegun() {
        return begun;
    }

    private boolean isLongEnough() {
        return spoken >= count;
    }

    /** Returns whether what has come is the history, if nothing comes any more. */
    boolean isCredible() {
        return begun && !doubtful && (isLongEnough() || isKnown());
    }

    /** Returns whether nothing of it can be missing. */
    boolean isWhole() {
        return begun && !doubtful && isLongEnough() && isKnown() && isFilled() && trailing.isEmpty();
    }

    /** Ends a history of which it is not known how long it is. */
    boolean endsWithPrompt() {
        return begun && (count == Integer.MAX_VALUE || isWhole());
    }

    /** Returns whether all of the history is known, rather than its end, or nothing. */
    private boolean isKnown() {
        return known.size() == count;
    }

    /** Begins when an update can be the first of the history; the echo is that of a prompt that has been sent, if one has. */
    boolean begin(SessionUpdate update, @Nullable Echo echo) {
        if (update instanceof ContentChunk chunk && isInherited(chunk)) {
            // Of any role: a summary of another branch may be the first.
            begun = true;
            return true;
        }
        if (!(update instanceof UserMessageChunk chunk)) {
            return false;
        }
        boolean echoes = echo != null && echo.beginsWith(chunk);
        if (isKnown() && matches(0, chunk)) {
            begun = true;
            doubtful = echoes;
        } else if (!echoes && (count > known.size() || echo == null)) {
            // Either its beginning is not known here, or the agent tells it in words of its own.
            begun = true;
            count = count > known.size() ? count : Integer.MAX_VALUE;
        }
        return begun;
    }

    private boolean isInherited(ContentChunk chunk) {
        return chunk.messageId() != null
                && inherited.find(EntryIndex.keyOf(chunk).role(), chunk.messageId()) != null;
    }

    private boolean matches(int index, ContentChunk chunk) {
        if (chunk instanceof AgentThoughtChunk) {
            return inherited.messages().stream()
                    .anyMatch(message -> message.role() == MessageRole.THOUGHT
                            && Words.advance(message.text(), 0, chunk.text()) >= 0);
        }
        if (index >= known.size()
                || known.get(index).role() != EntryIndex.keyOf(chunk).role()) {
            return false;
        }
        TranscriptMessage message = known.get(index);
        return chunk.text().isBlank()
                ? message.content().contains(chunk.content())
                : Words.advance(message.text(), 0, chunk.text()) >= 0;
    }

    Verdict take(SessionUpdate update, @Nullable Echo echo) {
        Verdict verdict = judge(update);
        if (verdict == Verdict.PART) {
            int before = aside.now().nextIndex();
            aside.update(update);
            if (aside.now().nextIndex() > before && !(update instanceof AgentThoughtChunk)) {
                spoken++;
            }
            settle(echo);
        }
        return verdict;
    }

    private Verdict judge(SessionUpdate update) {
        if (update instanceof ContentChunk chunk) {
            return judge(chunk);
        }
        ToolCallId call = update instanceof ToolCall announced ? announced.toolCallId() : null;
        call = update instanceof ToolCallUpdate patch ? patch.toolCallId() : call;
        if (call != null && calls.remove(call)) {
            trailing.remove(call);
            doubtful = false;
            return Verdict.PART;
        }
        if (call != null && aside.knows(call)) {
            return Verdict.PART;
        }
        if (isLongEnough()) {
            return doubtful && spoken < 2 ? Verdict.REFUTED : Verdict.BEHIND;
        }
        return doubtful ? Verdict.REFUTED : Verdict.PART;
    }

    private Verdict judge(ContentChunk chunk) {
        MessageRole role = EntryIndex.keyOf(chunk).role();
        if (aside.continues(chunk) && !(chunk.messageId() == null && isLongEnough() && isFilled())) {
            return doubtful && role != MessageRole.THOUGHT && !stillMatches(chunk) ? Verdict.REFUTED : Verdict.PART;
        }
        if (isKnown() && role != MessageRole.THOUGHT && !doubtful) {
            int place = next(chunk);
            if (place >= 0) {
                spoken = place;
            }
            return place >= 0 ? Verdict.PART : Verdict.BEHIND;
        }
        if (isLongEnough()) {
            // After a first message that may be an echo, a message of the agent follows at once; after a history the
            // prompt may be
            // echoed.
            return doubtful && spoken < 2 && role != MessageRole.USER ? Verdict.REFUTED : Verdict.BEHIND;
        }
        return doubtful && !matches(spoken, chunk) ? Verdict.REFUTED : Verdict.PART;
    }

    private boolean stillMatches(ContentChunk chunk) {
        TranscriptMessage last = lastSpoken();
        String all = (last == null ? "" : last.text()) + chunk.text();
        return spoken <= known.size() && Words.advance(known.get(spoken - 1).text(), 0, all) >= 0;
    }

    /** Returns which of the known messages begins with a chunk: the next one, or a later one where the agent leaves some out. */
    private int next(ContentChunk chunk) {
        for (int i = spoken; i < known.size(); i++) {
            if (matches(i, chunk)) {
                return i;
            }
        }
        return -1;
    }

    /** Notes when what has come cannot be the prompt any more. */
    private void settle(@Nullable Echo echo) {
        TranscriptMessage first = lastSpoken();
        if (doubtful && spoken == 1 && first != null && echo != null) {
            doubtful = echo.mayBeginWith(first.text());
        }
    }

    private boolean isFilled() {
        TranscriptMessage last = lastSpoken();
        return last != null
                && isKnown()
                && spoken <= known.size()
                && last.length() >= known.get(spoken - 1).length();
    }

    private @Nullable TranscriptMessage lastSpoken() {
        List<TranscriptMessage> messages = aside.now().messages();
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (messages.get(i).role() != MessageRole.THOUGHT) {
                return messages.get(i);
            }
        }
        return null;
    }
}
