package io.acp4j.client.internal.conversation;

import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.json.Patch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a message consists of, as an immutable value that grows cheaply: text in pieces of at least {@value #PIECE} characters
 * and other blocks between them, and behind these a last piece that is still short.
 */
public final class Contents {

    /** Appending copies at most so many characters. */
    private static final int PIECE = 1024;

    public static final Contents EMPTY = new Contents(null, 0, PersistentVector.empty(), "", 0, 0);

    /** What has been kept of the beginning, once something is missing. */
    private final @Nullable Contents head;

    /** How much is missing behind the beginning, in characters. */
    private final long missing;

    /** Strings, of which neighbours belong together, and content blocks. */
    private final PersistentVector<Object> parts;

    private final String tail;
    private final long length;
    private final long size;

    private Contents(
            @Nullable Contents head,
            long missing,
            PersistentVector<Object> parts,
            String tail,
            long length,
            long size) {
        this.head = head;
        this.missing = missing;
        this.parts = parts;
        this.tail = tail;
        this.length = length;
        this.size = size;
    }

    public static Contents of(List<? extends ContentBlock> blocks) {
        Contents contents = EMPTY;
        for (ContentBlock block : blocks) {
            contents = contents.plus(block);
        }
        return contents;
    }

    /** Returns the same after a patch of it as a whole, within a limit in characters. */
    Contents patched(Patch<List<ContentBlock>> patch, long limit) {
        if (patch.isUnchanged()) {
            return this;
        }
        List<ContentBlock> blocks = patch.value();
        return blocks == null ? EMPTY : of(blocks).within(limit);
    }

    public Contents plus(ContentBlock block) {
        if (!(block instanceof TextContent text)) {
            return with(sealed().plus(block), "", length, size + Sizes.of(block));
        }
        String more = text.text();
        long longer = length + more.length();
        long larger = size + more.length();
        if (text.annotations() != null || text.meta() != null) {
            return with(sealed().plus(block), "", longer, larger);
        }
        if (tail.length() + more.length() < PIECE) {
            return with(parts, tail.concat(more), longer, larger);
        }
        return tail.length() < PIECE && more.length() < PIECE
                ? with(parts.plus(tail.concat(more)), "", longer, larger)
                : with(sealed().plus(more), "", longer, larger);
    }

    private Contents with(PersistentVector<Object> newParts, String newTail, long newLength, long newSize) {
        return new Contents(head, missing, newParts, newTail, newLength, newSize);
    }

    /** Keeps within a limit, in characters: one half of it is for the beginning, the other one for the end. */
    public Contents within(long limit) {
        if (size() <= limit) {
            return this;
        }
        long half = Math.max(limit / 2, 1);
        Contents first = head == null ? beginning(half) : head;
        // What the head has is taken out of the rest once, when the head is made.
        Contents rest = head == null ? without(first.size) : this;
        long end = Math.max(limit - first.size, 1);
        Contents last = rest.without(rest.size - end);
        long kept = first.size + last.size;
        return new Contents(first, missing + size() - kept, last.parts, last.tail, length, last.size);
    }

    /** Returns what fits of the beginning; blocks that are no plain text are taken whole or not at all. */
    private Contents beginning(long room) {
        Contents first = EMPTY;
        for (Object part : sealed()) {
            long left = room - first.size;
            if (size(part) <= left) {
                first = first.with(first.parts.plus(part), "", 0, first.size + size(part));
            } else {
                String text = part instanceof String piece ? piece.substring(0, (int) cut(piece, left)) : "";
                return text.isEmpty() ? first : first.with(first.parts.plus(text), "", 0, first.size + text.length());
            }
        }
        return first;
    }

    /** Takes away at least so much from the front. */
    private Contents without(long excess) {
        PersistentVector<Object> left = sealed();
        long dropped = 0;
        while (dropped < excess && !left.isEmpty()) {
            Object part = left.get(0);
            long needed = excess - dropped;
            if (part instanceof String piece && piece.length() > needed) {
                int at = (int) needed;
                at += Character.isLowSurrogate(piece.charAt(at)) ? 1 : 0;
                left = left.with(left.first(), piece.substring(at));
                dropped += at;
            } else {
                left = left.withoutFirst();
                dropped += size(part);
            }
        }
        return with(left, "", length, size - dropped);
    }

    private static long cut(String text, long room) {
        return room > 0 && Character.isLowSurrogate(text.charAt((int) room)) ? room - 1 : room;
    }

    private static long size(Object part) {
        return part instanceof String piece ? piece.length() : Sizes.of((ContentBlock) part);
    }

    private PersistentVector<Object> sealed() {
        return tail.isEmpty() ? parts : parts.plus(tail);
    }

    /** Returns how much is missing in the middle, in characters of text and other long parts. */
    long missing() {
        return missing;
    }

    private String note() {
        return "\n[… " + missing + " characters are not kept …]\n";
    }

    /** Returns how many characters of text there have been. */
    long length() {
        return length;
    }

    /** Converts an offset in the complete text to an offset in {@link #text()}; the end of the omission note if omitted there. */
    long shownOffset(long offset) {
        int kept = head == null ? 0 : head.text().length();
        return head == null || offset <= kept
                ? offset
                : Math.max(kept + note().length(), offset + text().length() - length);
    }

    /** About how much memory it takes, in characters. */
    long size() {
        return head == null ? size : head.size + size;
    }

    String text() {
        if (head == null && parts.isEmpty()) {
            return tail;
        }
        StringBuilder all = new StringBuilder((int) Math.min(size(), Integer.MAX_VALUE - 8));
        if (head != null) {
            all.append(head.text()).append(note());
        }
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
        if (head != null) {
            blocks.addAll(head.blocks());
            blocks.add(ContentBlock.text(note()));
        }
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
