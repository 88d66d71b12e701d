package io.acp4j.client.transcript;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.content.ContentBlock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message, as far as it has been received; immutable.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#3-agent-reports-output">the specification</a>
 * @since 0.1.0
 */
public non-sealed interface TranscriptMessage extends TranscriptEntry {

    /**
     * Returns the place of the message among the messages. It stays the same when older ones are dropped.
     *
     * @return the number of messages that began before it
     */
    int index();

    /**
     * Returns who speaks.
     *
     * @return the role
     */
    MessageRole role();

    /**
     * Names the message.
     *
     * @return the id that the agent gave it; null when it gave none, and then the session cannot be forked at it
     */
    @Nullable
    MessageId id();

    /**
     * Returns the text of the message without its other content. Takes time in proportion to the message: to render while it
     * streams, take what {@link TranscriptChange.MessageExtended} adds.
     *
     * @return the text
     */
    String text();

    /**
     * Returns how long the text is, with what is {@linkplain #missing() missing}.
     *
     * @return the length of all text that has come, in characters
     */
    long length();

    /**
     * Returns how much of the message has not been kept, because it alone is longer than {@link TranscriptOptions#maxSize()}. Its
     * beginning and its end are there; between them a line in brackets says how much is missing.
     *
     * @return the number of characters of text and other long parts; 0 when all is there
     */
    long missing();

    /**
     * Returns all content. Pieces of plain text that follow one another are one block; text with annotations or metadata keeps
     * its own.
     *
     * @return the blocks in order
     */
    List<ContentBlock> content();

    /**
     * Returns the metadata of the message.
     *
     * @return that of the last chunk that had any, or, in version 2 of the protocol, what updates of the message as a whole come to: there
     *     the metadata of a chunk is not that of the message; null when none had
     */
    @Nullable
    Meta meta();

    /**
     * The content of a message up to a gap inside the message, or up to its end; immutable.
     *
     * @param content the content blocks
     * @param gap the gap after the content; null for the last part
     */
    record Part(List<ContentBlock> content, TranscriptEntry.@Nullable Gap gap) {

        /** Copies the list. */
        public Part {
            content = List.copyOf(content);
        }
    }
}
