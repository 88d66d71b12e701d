package io.acp4j.client.internal.transcript;

import io.acp4j.client.internal.conversation.DefaultConversation;
import io.acp4j.client.internal.conversation.MessageGaps;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UserMessage;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The gaps and refused prompts of a conversation that a history of the agent replaces, which does not contain them. */
final class CarriedMarks {

    private record Mark(TranscriptEntry entry, @Nullable TranscriptMessage previous, int prompts) {}

    private final Deque<Mark> marks = new ArrayDeque<>();

    /** The gaps inside messages of a loaded history, by the positions of the messages. */
    private final Map<Integer, List<TranscriptEntry.Gap>> inside = new HashMap<>();

    private final Conversation source;

    /**
     * Collects the marks of a conversation.
     *
     * @param end the position up to which the history replaces it
     * @param history the history; a refused prompt that it contains is not a mark
     */
    CarriedMarks(Conversation before, int end, List<SessionUpdate> history) {
        source = before;
        List<String> stored = prompts(history);
        TranscriptMessage previous = null;
        int prompts = 0;
        for (TranscriptEntry entry : before.entries()) {
            if (entry.position() >= end) {
                break;
            }
            if (entry instanceof TranscriptMessage message) {
                previous = message;
                prompts += message.role() == MessageRole.USER ? 1 : 0;
            } else if (entry instanceof TranscriptEntry.Gap
                    || (entry instanceof TranscriptEntry.RefusedPrompt refused
                            && !isStored(refused.text(), stored, before))) {
                marks.add(new Mark(entry, previous, prompts));
            }
        }
    }

    /**
     * Returns the marks of an earlier transcript of a session that the agent has loaded. A gap without unstored text is not a mark, since
     * the loaded history contains what was lost.
     *
     * @param stored the loaded history
     */
    static CarriedMarks acrossLoad(Conversation earlier, DefaultConversation stored) {
        List<SessionUpdate> history = stored.entries().stream()
                .flatMap(entry -> Updates.of(entry).stream())
                .toList();
        CarriedMarks carried = new CarriedMarks(earlier, Integer.MAX_VALUE, history);
        carried.marks.removeIf(mark -> mark.entry() instanceof TranscriptEntry.Gap gap
                && gap.unstoredText().isEmpty());
        return carried;
    }

    boolean isEmpty() {
        return marks.isEmpty();
    }

    /** Assigns gaps to the messages of a loaded history that contain their positions. The other gaps follow their turns. */
    void placeInside(Conversation stored) {
        marks.removeIf(mark -> {
            TranscriptMessage message =
                    mark.entry() instanceof TranscriptEntry.Gap gap ? find(mark, gap, stored) : null;
            if (message != null) {
                inside.computeIfAbsent(message.position(), at -> new ArrayList<>())
                        .add((TranscriptEntry.Gap) mark.entry());
            }
            return message != null;
        });
    }

    /** Returns the only message of the same turn that contains the position of a gap; null unless exactly one does. */
    private static @Nullable TranscriptMessage find(Mark mark, TranscriptEntry.Gap gap, Conversation stored) {
        TranscriptMessage found = null;
        int prompts = 0;
        for (TranscriptMessage message : stored.messages()) {
            prompts += message.role() == MessageRole.USER ? 1 : 0;
            if (prompts == mark.prompts()
                    && MessageGaps.offsetIn(message, mark.previous(), gap) != MessageGaps.AFTER_MESSAGE) {
                if (found != null) {
                    return null;
                }
                found = message;
            }
        }
        return found;
    }

    /** Adds the gaps inside a message of the loaded history, which is the last one of the flow. */
    void insideMessage(int position, Flow flow) {
        inside.getOrDefault(position, List.of()).forEach(gap -> flow.retell(gap, source));
    }

    /** Adds the marks of the turns before a message of the user that follows a number of others. */
    void beforePrompt(int prompts, Flow flow) {
        while (!marks.isEmpty() && marks.element().prompts() <= prompts) {
            TranscriptEntry entry = marks.remove().entry();
            if (entry instanceof TranscriptEntry.Gap gap) {
                flow.gap(gap.reason(), gap.unstoredText());
            } else {
                flow.retell(entry, source);
            }
        }
    }

    /** Adds the marks that belong before an update of the history: those of earlier turns. */
    void before(SessionUpdate update, Flow flow) {
        if (update instanceof UserMessage || update instanceof UserMessageChunk) {
            while (!marks.isEmpty() && isShown(marks.element().previous(), flow.now())) {
                flow.retell(marks.remove().entry(), source);
            }
        }
    }

    /** Adds the other marks whose previous message is in the history. */
    void end(Flow flow) {
        List<TranscriptMessage> shown = flow.now().messages();
        for (Mark mark : marks) {
            TranscriptMessage previous = mark.previous();
            boolean isLast = previous != null
                    && !shown.isEmpty()
                    && shown.get(shown.size() - 1).role() == previous.role()
                    && shown.get(shown.size() - 1).text().equals(previous.text());
            if (isLast || isShown(previous, flow.now())) {
                flow.retell(mark.entry(), source);
            }
        }
    }

    private static boolean isShown(@Nullable TranscriptMessage previous, Conversation now) {
        return previous != null && previous.id() != null && now.find(previous.role(), previous.id()) != null;
    }

    /** Returns whether the history contains a prompt more often than it was shown as a message. */
    private static boolean isStored(String text, List<String> stored, Conversation shown) {
        long messages = shown.messages().stream()
                .filter(message ->
                        message.role() == MessageRole.USER && message.text().equals(text))
                .count();
        return stored.stream().filter(text::equals).count() > messages;
    }

    /** Returns the texts of the user's messages in a history. */
    private static List<String> prompts(List<SessionUpdate> history) {
        Flow flow = new Flow(TranscriptOptions.KEEP_ALL, (change, now) -> {}, DefaultConversation.EMPTY, false);
        for (SessionUpdate update : history) {
            if (update instanceof UserMessage || update instanceof UserMessageChunk) {
                flow.update(update);
            } else {
                flow.closeAnonymous();
            }
        }
        return flow.now().messages().stream().map(TranscriptMessage::text).toList();
    }
}
