package io.acp4j.client.transcript;

import io.acp4j.schema.v1.content.ContentBlock;
import io.acp4j.schema.v1.content.TextContent;
import java.util.ArrayList;
import java.util.List;

/**
 * What a message consists of, as an immutable value that grows cheaply: text in pieces of at least {@value #PIECE} characters
 * and other blocks between them, and behind these a last piece that is still short.
 */
final class Contents {

    /** Appending copies at most so many characters. */
    private static final int PIECE = 1024;

    static final Contents EMPTY = new Contents(PersistentVector.empty(), "", 0, 0);

    /** Strings, of which neighbours belong together, and content blocks. */
    private final PersistentVector<Object> parts;

    private final String tail;
    private final long length;
    private final long weight;

    private Contents(PersistentVector<Object> parts, String tail, long length, long weight) {
        this.parts = parts;
        this.tail = tail;
        this.length = length;
        this.weight = weight;
    }

    static Contents of(List<? extends ContentBlock> blocks) {
        Contents contents = EMPTY;
        for (ContentBlock block : blocks) {
            contents = contents.plus(block);
        }
        return contents;
    }

    Contents plus(ContentBlock block) {
        if (!(block instanceof TextContent text)) {
            return new Contents(sealed().plus(block), "", length, weight + Weights.of(block));
        }
        String more = text.text();
        long longer = length + more.length();
        long heavier = weight + more.length();
        if (text.annotations() != null || text.meta() != null) {
            return new Contents(sealed().plus(block), "", longer, heavier);
        }
        if (tail.length() + more.length() < PIECE) {
            return new Contents(parts, tail.concat(more), longer, heavier);
        }
        return tail.length() < PIECE && more.length() < PIECE
                ? new Contents(parts.plus(tail.concat(more)), "", longer, heavier)
                : new Contents(sealed().plus(more), "", longer, heavier);
    }

    private PersistentVector<Object> sealed() {
        return tail.isEmpty() ? parts : parts.plus(tail);
    }

    /** How many characters of text there are. */
    long length() {
        return length;
    }

    /** About how much memory it takes, in characters. */
    long weight() {
        return weight;
    }

    boolean startsWith(String text) {
        return text().startsWith(text);
    }

    String text() {
        if (parts.isEmpty()) {
            return tail;
        }
        StringBuilder all = new StringBuilder((int) Math.min(length, Integer.MAX_VALUE - 8));
        for (Object part : parts) {
            if (part instanceof String piece) {
                all.append(piece);
            } else if (part instanceof TextContent text) {
                all.append(text.text());
            }
        }
        return all.append(tail).toString();
    }

    List<ContentBlock> blocks() {
        List<ContentBlock> blocks = new ArrayList<>();
        StringBuilder run = new StringBuilder();
        for (Object part : sealed()) {
            if (part instanceof ContentBlock block) {
                flush(run, blocks);
                blocks.add(block);
            } else {
                run.append((String) part);
            }
        }
        flush(run, blocks);
        return List.copyOf(blocks);
    }

    private static void flush(StringBuilder run, List<ContentBlock> blocks) {
        if (!run.isEmpty()) {
            blocks.add(ContentBlock.text(run.toString()));
            run.setLength(0);
        }
    }
}
