package io.acp4j.client.transcript;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.SessionUpdate;
import org.jspecify.annotations.Nullable;

/**
 * One thing that has changed in a conversation; immutable.
 *
 * @since 0.1.0
 */
public sealed interface TranscriptChange {

    /** Names what there is beside the entries. */
    enum Detail {
        /** {@link Conversation#plan()} or {@link Conversation#plans()}. */
        PLAN,
        /** {@link Conversation#commands()}. */
        COMMANDS,
        /** {@link Conversation#modes()}. */
        MODES,
        /** {@link Conversation#configOptions()}. */
        CONFIG_OPTIONS,
        /** {@link Conversation#usage()}. */
        USAGE,
        /** {@link Conversation#title()} and {@link Conversation#updatedAt()}. */
        INFO,
        /** {@link Conversation#state()} and {@link Conversation#background()}. */
        STATE
    }

    /**
     * An entry has begun; it is the last one.
     *
     * @param entry the entry, with what it has so far
     */
    record EntryAdded(TranscriptEntry entry) implements TranscriptChange {}

    /**
     * A message has grown.
     *
     * @param message the message as it is now
     * @param added what has been added at its end
     */
    record MessageExtended(TranscriptMessage message, ContentBlock added) implements TranscriptChange {}

    /**
     * An entry has changed in some other way: a tool call, a message as a whole, or a prompt that the agent has told back with its id.
     * A {@link TranscriptMessage} of a prompt becomes a {@link TranscriptEntry.RefusedPrompt} when the agent refuses the prompt.
     *
     * @param before the entry as it was
     * @param entry the entry as it is now, at the same position
     */
    record EntryChanged(TranscriptEntry before, TranscriptEntry entry) implements TranscriptChange {}

    /**
     * The oldest entry has been dropped to keep within {@link TranscriptOptions}.
     *
     * @param entry the entry as it was
     */
    record EntryDropped(TranscriptEntry entry) implements TranscriptChange {}

    /**
     * Something beside the entries has changed.
     *
     * @param detail what it is
     */
    record DetailChanged(Detail detail) implements TranscriptChange {}

    /**
     * A terminal of the agent has begun, changed or written something.
     *
     * @param terminal the terminal as it is now
     * @param added the text by which its output has grown at the end; empty when something else has changed, such as its whole output
     */
    @Unstable("protocol-version-2")
    record TerminalChanged(Conversation.TerminalState terminal, String added) implements TranscriptChange {}

    /**
     * A turn has begun with a prompt of this client, or, in version 2 of the protocol, with work of the agent.
     *
     * @param turn its number, from 1 on
     */
    record TurnStarted(int turn) implements TranscriptChange {}

    /**
     * A turn has ended.
     *
     * @param turn its number
     * @param stopReason why; null when it failed
     */
    record TurnEnded(int turn, @Nullable StopReason stopReason) implements TranscriptChange {}

    /**
     * The conversation begins anew, because a stored one is being replayed, goes back to what it was, because the replay has
     * failed, or has got another beginning, because the session is a fork. Positions, indexes and ids from before may not mean the same any more.
     *
     * @param before the conversation as it was
     */
    record Replaced(Conversation before) implements TranscriptChange {}

    /**
     * An update came of a kind that the transcript does not show; nothing has changed.
     *
     * @param update the update
     */
    record Ignored(SessionUpdate update) implements TranscriptChange {}
}
