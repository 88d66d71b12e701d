package io.acp4j.client.internal.conversation;

import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds the gaps inside messages, and divides the content of a message at them. */
public final class MessageGaps {

    /** The offset of a gap that follows a message. */
    public static final long AFTER_MESSAGE = Long.MAX_VALUE;

    private MessageGaps() {}

    /**
     * Creates a gap for the end of a conversation.
     *
     * @param maxOffset the maximum place of the gap in the last message
     * @return the gap; null if the last entry is the same gap
     */
    public static TranscriptEntry.@Nullable Gap next(
            DefaultConversation now, TranscriptEntry.Gap.Reason reason, String unstoredText, long maxOffset) {
        TranscriptMessage message = messageBefore(now, now.nextPosition());
        long offset = message == null ? TranscriptEntry.Gap.NO_MESSAGE : Math.min(message.length(), maxOffset);
        boolean isKnown = !now.entries().isEmpty()
                && now.at(now.nextPosition() - 1) instanceof TranscriptEntry.Gap last
                && last.reason() == reason
                && last.offset() == offset
                && last.unstoredText().equals(unstoredText);
        return isKnown ? null : new TranscriptEntry.Gap(now.nextPosition(), now.turns(), reason, unstoredText, offset);
    }

    /** Returns whether the last message before a gap continues after it. */
    static boolean isInside(DefaultConversation conversation, TranscriptEntry.Gap gap) {
        TranscriptMessage message = messageBefore(conversation, gap.position());
        return message != null && isInside(message, gap);
    }

    private static boolean isInside(TranscriptMessage message, TranscriptEntry.Gap gap) {
        return gap.offset() != TranscriptEntry.Gap.NO_MESSAGE && gap.offset() < message.length();
    }

    /** Returns the offset, in the last message, of a gap of another conversation. */
    public static long offsetInLast(DefaultConversation now, Conversation source, TranscriptEntry.Gap gap) {
        TranscriptMessage last = messageBefore(now, now.nextPosition());
        return last == null ? AFTER_MESSAGE : offsetIn(last, messageBefore(source, gap.position()), gap);
    }

    /**
     * Returns the offset of a gap in another version of its message, such as the version stored by the agent. The text before or after the
     * gap must be equal in both.
     *
     * @param earlier the message that contained the gap
     * @return the offset; {@link #AFTER_MESSAGE} if it cannot be determined
     */
    public static long offsetIn(
            TranscriptMessage message, @Nullable TranscriptMessage earlier, TranscriptEntry.Gap gap) {
        if (earlier == null
                || !isInside(earlier, gap)
                || message.role() != earlier.role()
                || !Objects.equals(message.id(), earlier.id())
                || message.missing() + earlier.missing() > 0) {
            return AFTER_MESSAGE;
        }
        String rest = earlier.text().substring((int) gap.offset());
        // Any text begins with an empty text, which proves nothing.
        boolean isSameBefore =
                gap.offset() > 0 && message.text().startsWith(earlier.text().substring(0, (int) gap.offset()));
        boolean isSameAfter = message.text().endsWith(rest);
        long fromEnd = message.length() - rest.length();
        if (isSameBefore && isSameAfter && fromEnd != gap.offset()) {
            return AFTER_MESSAGE;
        }
        return isSameBefore ? gap.offset() : isSameAfter ? fromEnd : AFTER_MESSAGE;
    }

    /** Returns the last message before a position; null if a refused prompt follows it, or at the beginning. */
    private static @Nullable TranscriptMessage messageBefore(Conversation conversation, int position) {
        int dropped = conversation.droppedEntries();
        for (int at = position - 1; at >= dropped; at--) {
            TranscriptEntry entry = conversation.entries().get(at - dropped);
            if (entry instanceof TranscriptMessage || entry instanceof TranscriptEntry.RefusedPrompt) {
                return entry instanceof TranscriptMessage message ? message : null;
            }
        }
        return null;
    }

    /** Returns the gaps between a message and the next message or refused prompt, whether they are inside the message or after it. */
    public static List<TranscriptEntry.Gap> after(DefaultConversation conversation, TranscriptMessage message) {
        List<TranscriptEntry.Gap> gaps = new ArrayList<>();
        for (int at = message.position() + 1; at < conversation.nextPosition(); at++) {
            TranscriptEntry entry = conversation.at(at);
            if (entry instanceof TranscriptMessage || entry instanceof TranscriptEntry.RefusedPrompt) {
                break;
            }
            if (entry instanceof TranscriptEntry.Gap gap) {
                gaps.add(gap);
            }
        }
        return gaps;
    }

    static List<TranscriptMessage.Part> parts(DefaultConversation conversation, TranscriptMessage message) {
        List<TranscriptMessage.Part> parts = new ArrayList<>();
        Deque<ContentBlock> rest = new ArrayDeque<>(message.content());
        long at = 0;
        for (TranscriptEntry.Gap gap : after(conversation, message)) {
            if (isInside(message, gap)) {
                long end = message instanceof DefaultMessage known ? known.shownOffset(gap.offset()) : gap.offset();
                parts.add(new TranscriptMessage.Part(takeFirst(rest, end - at), gap));
                at = end;
            }
        }
        parts.add(new TranscriptMessage.Part(List.copyOf(rest), null));
        return parts;
    }

    /** Removes and returns the blocks with the first characters. */
    private static List<ContentBlock> takeFirst(Deque<ContentBlock> rest, long characters) {
        List<ContentBlock> taken = new ArrayList<>();
        long left = characters;
        while (left > 0 && !rest.isEmpty()) {
            ContentBlock block = rest.remove();
            long length = length(block);
            if (length > left && block instanceof TextContent text) {
                taken.add(part(text, 0, (int) left));
                rest.addFirst(part(text, (int) left, (int) length));
            } else {
                taken.add(block);
            }
            left -= length;
        }
        return taken;
    }

    private static long length(ContentBlock block) {
        return block instanceof TextContent text ? text.text().length() : 0;
    }

    private static TextContent part(TextContent text, int from, int to) {
        return new TextContent(text.text().substring(from, to), text.annotations(), text.meta());
    }
}
