package io.acp4j.client.internal.conversation;

import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.json.Patch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message whose contents grow cheaply. */
public final class DefaultMessage implements TranscriptMessage {

    private final int position;
    private final int turn;
    private final int index;
    private final MessageRole role;
    private final @Nullable MessageId id;
    private final Contents contents;
    private final @Nullable Meta meta;

    public DefaultMessage(
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

    public DefaultMessage plus(ContentBlock block, @Nullable Meta newMeta, long limit) {
        return new DefaultMessage(
                position, turn, index, role, id, contents.plus(block).within(limit), newMeta);
    }

    /** The same message after a patch of it as a whole: extra data goes by name. */
    public DefaultMessage patched(Patch<List<ContentBlock>> content, Patch<Meta> newMeta, long limit) {
        return new DefaultMessage(
                position, turn, index, role, id, contents.patched(content, limit), Meta.patched(meta, newMeta));
    }

    /** The same message with the id that the agent has given it. */
    public DefaultMessage told(@Nullable MessageId newId, @Nullable Meta newMeta) {
        return new DefaultMessage(position, turn, index, role, newId, contents, newMeta);
    }

    /** The same message at another place. */
    public DefaultMessage moved(int newPosition, int newTurn, int newIndex) {
        return new DefaultMessage(newPosition, newTurn, newIndex, role, id, contents, meta);
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

    @Override
    public int index() {
        return index;
    }

    @Override
    public MessageRole role() {
        return role;
    }

    @Override
    public @Nullable MessageId id() {
        return id;
    }

    @Override
    public String text() {
        return contents.text();
    }

    @Override
    public long length() {
        return contents.length();
    }

    /** Converts an offset in the complete text to an offset in {@link #text()}. */
    long shownOffset(long offset) {
        return contents.shownOffset(offset);
    }

    @Override
    public long missing() {
        return contents.missing();
    }

    @Override
    public List<ContentBlock> content() {
        return contents.blocks();
    }

    @Override
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
