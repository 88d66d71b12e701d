package io.acp4j.client.internal.transcript;

import io.acp4j.client.internal.conversation.Contents;
import io.acp4j.client.internal.transcript.EntryIndex.MessageKey;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.update.ContentChunk;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much of a prompt the agent has sent back. Chunks of the user are an echo when together they say what was prompted, but for
 * white space; until that is certain they are kept here.
 */
final class Echo {

    /** How many characters, and empty chunks, an echo may have more than the prompt. */
    private static final int MOST_BLANK = 4096;

    private final TranscriptMessage prompt;
    private @Nullable String text;
    private @Nullable List<ContentBlock> blocks;
    private @Nullable MessageKey key;
    private Contents said = Contents.EMPTY;
    private final List<ContentBlock> returned = new ArrayList<>();
    private int matched;

    /** How many characters of text have come, where an empty chunk counts as one. */
    private long length;

    Echo(TranscriptMessage prompt) {
        this.prompt = prompt;
    }

    /** Returns whether a chunk can be the first of the echo. */
    boolean beginsWith(ContentChunk chunk) {
        return matchedBy(chunk, 0) >= 0;
    }

    /** Returns whether a text can be the beginning of the echo. */
    boolean mayBeginWith(String beginning) {
        return Words.advance(text(), 0, beginning) >= 0;
    }

    /** Takes a chunk of the user when it goes on with the echo, or begins it. */
    boolean take(MessageKey by, ContentChunk chunk) {
        if (key != null && !key.equals(by)) {
            return false;
        }
        int now = matchedBy(chunk, matched);
        long longer = length
                + (chunk.content() instanceof TextContent piece
                        ? Math.max(piece.text().length(), 1)
                        : 0);
        if (now < 0 || longer > text().length() + (long) MOST_BLANK) {
            return false;
        }
        key = by;
        length = longer;
        matched = now;
        said = said.plus(chunk.content());
        if (!(chunk.content() instanceof TextContent)) {
            returned.add(chunk.content());
        }
        return true;
    }

    /** Takes what follows the words: a block of the prompt that has not come back yet. */
    boolean takeRest(MessageKey by, ContentChunk chunk) {
        if (!by.equals(key) || chunk.content() instanceof TextContent || !isMissing(chunk.content())) {
            return false;
        }
        returned.add(chunk.content());
        return true;
    }

    private boolean isMissing(ContentBlock block) {
        return Collections.frequency(blocks(), block) > Collections.frequency(returned, block);
    }

    /** Returns how far the text is matched with a chunk; negative when the chunk is no part of the prompt. */
    private int matchedBy(ContentChunk chunk, int from) {
        if (chunk.content() instanceof TextContent piece) {
            return Words.advance(text(), from, piece.text());
        }
        return isMissing(chunk.content()) ? from : -1;
    }

    boolean isWhole() {
        return key != null && Words.isBlankFrom(text(), matched);
    }

    /** Whose chunks they are. */
    @Nullable
    MessageKey key() {
        return key;
    }

    /** Returns what has come so far. */
    Contents said() {
        return said;
    }

    /** Forgets what has come: it was none. */
    void forget() {
        key = null;
        matched = 0;
        length = 0;
        said = Contents.EMPTY;
        returned.clear();
    }

    private String text() {
        String known = text;
        if (known == null) {
            known = prompt.text();
            text = known;
        }
        return known;
    }

    private List<ContentBlock> blocks() {
        List<ContentBlock> known = blocks;
        if (known == null) {
            known = prompt.content();
            blocks = known;
        }
        return known;
    }
}
