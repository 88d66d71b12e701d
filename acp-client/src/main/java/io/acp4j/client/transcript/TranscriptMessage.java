package io.acp4j.client.transcript;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.json.Patch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message, as far as it has been received; immutable.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#3-agent-reports-output">the specification</a>
 * @since 0.1.0
 */
public final class TranscriptMessage implements TranscriptEntry {

    private final int position;
    private final int turn;
    private final int index;
    private final MessageRole role;
    private final @Nullable MessageId id;
    private final Contents contents;
    private final @Nullable Meta meta;

    TranscriptMessage(
            int position,
            int turn,
            int index,
            MessageRole role,
            @Nullable MessageId id,
            Contents contents,
            @Nullable Meta meta) {
        this.position = position;
        this.turn = turn;
        this.index = index;
        this.role = role;
        this.id = id;
        this.contents = contents;
        this.meta = meta;
    }

    TranscriptMessage plus(ContentBlock block, @Nullable Meta newMeta, long limit) {
        return new TranscriptMessage(
                position, turn, index, role, id, contents.plus(block).within(limit), newMeta);
    }

    /** The same message after a patch of it as a whole: extra data goes by name. */
    TranscriptMessage patched(Patch<List<ContentBlock>> content, Patch<Meta> newMeta, long limit) {
        Contents now = contents;
        if (!content.isUnchanged()) {
            List<ContentBlock> blocks = content.value();
            now = blocks == null ? Contents.EMPTY : Contents.of(blocks).within(limit);
        }
        return new TranscriptMessage(position, turn, index, role, id, now, Meta.patched(meta, newMeta));
    }

    /** The same message with the id that the agent has given it. */
    TranscriptMessage told(@Nullable MessageId newId, @Nullable Meta newMeta) {
        return new TranscriptMessage(position, turn, index, role, newId, contents, newMeta);
    }

    /** The same message at another place. */
    TranscriptMessage moved(int newPosition, int newTurn, int newIndex) {
        return new TranscriptMessage(newPosition, newTurn, newIndex, role, id, contents, meta);
    }

    @Override
    public int position() {
        return position;
    }

    @Override
    public int turn() {
        return turn;
    }

    @Override
    public long size() {
        return Sizes.ENTRY + contents.size();
    }

    /**
     * Returns the place of the message among the messages. It stays the same when older ones are dropped.
     *
     * @return the number of messages that began before it
     */
    public int index() {
        return index;
    }

    /**
     * Returns who speaks.
     *
     * @return the role
     */
    public MessageRole role() {
        return role;
    }

    /**
     * Names the message.
     *
     * @return the id that the agent gave it; null when it gave none, and then the session cannot be forked at it
     */
    public @Nullable MessageId id() {
        return id;
    }

    /**
     * Returns the text of the message without its other content. Takes time in proportion to the message: to render while it
     * streams, take what {@link TranscriptChange.MessageExtended} adds.
     *
     * @return the text
     */
    public String text() {
        return contents.text();
    }

    /**
     * Returns how long the text is, with what is {@linkplain #missing() missing}.
     *
     * @return the length of all text that has come, in characters
     */
    public long length() {
        return contents.length();
    }

    /**
     * Returns how much of the message has not been kept, because it alone is longer than {@link TranscriptOptions#maxSize()}. Its
     * beginning and its end are there; between them a line in brackets says how much is missing.
     *
     * @return the number of characters of text and other long parts; 0 when all is there
     */
    public long missing() {
        return contents.missing();
    }

    /**
     * Returns all content. Pieces of plain text that follow one another are one block; text with annotations or metadata keeps
     * its own.
     *
     * @return the blocks in order
     */
    public List<ContentBlock> content() {
        return contents.blocks();
    }

    /**
     * Returns the metadata of the message.
     *
     * @return that of the last chunk that had any, or, in version 2 of the protocol, all that chunks and updates of the message as a whole
     *     come to; null when none had
     */
    public @Nullable Meta meta() {
        return meta;
    }

    /** Describes the message without its content. */
    @Override
    public String toString() {
        return "TranscriptMessage[" + index + ", " + role + ", " + (id == null ? "no id" : id) + ", "
                + contents.length() + " characters]";
    }
}
