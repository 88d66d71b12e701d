package io.acp4j.client.transcript;

import io.acp4j.client.internal.conversation.Sizes;
import java.util.Objects;

/**
 * A point of the conversation where messages of the agent were lost, or may have been lost; immutable. It is not a message: forks and
 * message indexes do not count it.
 *
 * <p>A gap follows the last entry that arrived before the loss. If the last message before the gap continues after the loss, the message
 * stays one entry, and the place of the gap is inside it. {@link Conversation#parts} returns the content before and after such a gap.
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
 * @since 0.1.0
 */
public record TranscriptGap(int position, int turn, Reason reason, String unstoredText, long offset)
        implements TranscriptEntry {

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
    public TranscriptGap {
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
        return "TranscriptGap[" + position + ", " + reason + "]";
    }
}
