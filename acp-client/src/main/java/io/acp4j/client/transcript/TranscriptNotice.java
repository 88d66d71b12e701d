package io.acp4j.client.transcript;

import io.acp4j.client.internal.conversation.Sizes;
import io.acp4j.schema.update.Notice;

/**
 * A notice of the agent to the user, in the flow of the conversation; immutable.
 *
 * @param position the number of entries that began before it
 * @param turn the number of its turn
 * @param notice what it says
 * @since 0.1.0
 */
public record TranscriptNotice(int position, int turn, Notice notice) implements TranscriptEntry {

    @Override
    public long size() {
        String description = notice.description();
        return Sizes.ENTRY + notice.title().length() + (description == null ? 0 : description.length());
    }

    /** Describes the notice without its content. */
    @Override
    public String toString() {
        return "TranscriptNotice[" + position + ", " + notice.severity() + "]";
    }
}
