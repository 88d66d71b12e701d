package io.acp4j.client.transcript;

import io.acp4j.client.internal.conversation.Sizes;
import io.acp4j.schema.CompactionId;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.update.CompactionStatus;
import io.acp4j.schema.update.Notice;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An entry in the flow of a conversation; immutable.
 *
 * @since 0.1.0
 */
public sealed interface TranscriptEntry
        permits TranscriptMessage,
                TranscriptToolCall,
                TranscriptEntry.AgentNotice,
                TranscriptEntry.Compaction,
                TranscriptEntry.RefusedPrompt,
                TranscriptEntry.Gap {

    /**
     * Returns the position of the entry in the conversation. It does not change when the entry changes or older entries are dropped, but
     * may change when the conversation is replaced.
     *
     * @return the number of entries that began before it
     */
    int position();

    /**
     * Returns the number of the turn in which the entry began.
     *
     * @return the number; 0 before the first turn
     */
    int turn();

    /**
     * Estimates the memory usage of the entry.
     *
     * @return the length of its long parts, in characters
     */
    long size();

    /**
     * A point of the conversation where messages of the agent were lost, or may have been lost; immutable. It is not a message: forks and
     * message indexes do not count it.
     *
     * <p>A gap follows the last entry that arrived before the loss. If the last message before the gap continues after the loss, it remains
     * one entry, and the gap is inside it. {@link Conversation#parts} returns the content before and after such a gap.
     *
     * <p>A history loaded from the agent may replace the conversation. A gap inside a message then keeps its position if the loaded message
     * contains the same text before or after the gap. Otherwise the gap follows the last message of its turn.
     *
     * @param position the number of entries that began before it
     * @param turn the number of the turn in which the loss was noticed
     * @param reason the cause of the loss
     * @param unstoredText text of the agent that the transcript contained before the loss and that the history of the agent does not contain;
     *     may be empty
     * @param offset the {@linkplain TranscriptMessage#length() length} of the last message before the gap when the loss was noticed; {@link
     *     #NO_MESSAGE} after a refused prompt, or at the beginning. A message that is longer continues after the gap
     */
    record Gap(int position, int turn, Reason reason, String unstoredText, long offset) implements TranscriptEntry {

        /** The offset of a gap that does not follow a message. */
        public static final long NO_MESSAGE = -1;

        /** Causes of a gap. */
        public enum Reason {
            /** The connection was lost, and the session continues on another connection. */
            CONNECTION_LOST("The connection was lost here. Messages may be missing."),

            /** The transport reported a loss of messages on a connection that continues. */
            MESSAGES_LOST("Messages of the agent were lost here."),

            /** The agent did not confirm the cancellation of a turn in time. It may still be working on that turn. */
            CANCELLATION_UNCONFIRMED("The agent did not confirm the cancellation. It may still be working.");

            private final String text;

            Reason(String text) {
                this.text = text;
            }
        }

        /** Checks the values. */
        public Gap {
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(unstoredText, "unstoredText");
        }

        /**
         * Returns a description of the gap for display.
         *
         * @return one line in English, without the {@link #unstoredText}
         */
        public String description() {
            return reason.text;
        }

        @Override
        public long size() {
            return Sizes.ENTRY + unstoredText.length();
        }

        /** Describes the gap without its text. */
        @Override
        public String toString() {
            return "Gap[" + position + ", " + reason + "]";
        }
    }

    /**
     * A notice of the agent to the user, in the flow of the conversation; immutable.
     *
     * @param position the number of entries that began before it
     * @param turn the number of its turn
     * @param notice the notice
     */
    record AgentNotice(int position, int turn, Notice notice) implements TranscriptEntry {

        @Override
        public long size() {
            String description = notice.description();
            return Sizes.ENTRY + notice.title().length() + (description == null ? 0 : description.length());
        }

        /** Describes the notice without its content. */
        @Override
        public String toString() {
            return "AgentNotice[" + position + ", " + notice.severity() + "]";
        }
    }

    /** A compaction of the agent's context, in the flow of the conversation; immutable. */
    non-sealed interface Compaction extends TranscriptEntry {

        /**
         * Returns the ID of the compaction.
         *
         * @return the ID
         */
        CompactionId id();

        /**
         * Returns the progress of the compaction.
         *
         * @return the status
         */
        CompactionStatus status();

        /**
         * Returns the summary that replaces the compacted part of the context.
         *
         * @return the blocks in order; empty if the agent has not sent any
         */
        List<ContentBlock> summary();

        /**
         * Returns the error of a failed compaction.
         *
         * @return a description for display; null for none
         */
        @Nullable
        String error();
    }

    /** A prompt that the agent has refused; immutable. It is not a message: the conversation continues as if it had not been sent. */
    non-sealed interface RefusedPrompt extends TranscriptEntry {

        /**
         * Returns the content blocks of the prompt.
         *
         * @return the blocks in order
         */
        List<ContentBlock> content();

        /**
         * Returns the text of the prompt without its other content.
         *
         * @return all text blocks as one string
         */
        String text();

        /**
         * Returns the error response of the agent.
         *
         * @return the error; null if the prompt was never sent
         */
        @Nullable
        ErrorObject error();
    }
}
