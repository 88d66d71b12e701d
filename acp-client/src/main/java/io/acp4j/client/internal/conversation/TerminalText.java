package io.acp4j.client.internal.conversation;

import io.acp4j.client.transcript.Conversation;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The end of what a terminal has written, as bytes and as text, as an immutable value that grows cheaply: pieces, and a last one that
 * is still short. Characters may be cut between chunks, so the bytes of one that has not come whole wait for the rest of it.
 */
final class TerminalText {

    /** How many bytes, and how many characters, are kept. */
    static final int MAX = Conversation.TerminalState.MAX_OUTPUT;

    /** Appending copies at most so much. */
    private static final int PIECE = 1024;

    private static final byte[] NOTHING = {};

    static final TerminalText EMPTY =
            new TerminalText(PersistentVector.empty(), PersistentVector.empty(), NOTHING, 0, 0, 0);

    private final PersistentVector<byte[]> bytes;
    private final PersistentVector<String> text;

    /** The beginning of a character. */
    private final byte[] cut;

    private final int size;
    private final int length;
    private final long total;

    private TerminalText(
            PersistentVector<byte[]> bytes,
            PersistentVector<String> text,
            byte[] cut,
            int size,
            int length,
            long total) {
        this.bytes = bytes;
        this.text = text;
        this.cut = cut;
        this.size = size;
        this.length = length;
        this.total = total;
    }

    /** What was added, and the text of it. */
    record Grown(TerminalText text, String added) {}

    Grown plus(byte[] more) {
        ByteBuffer in =
                ByteBuffer.allocate(cut.length + more.length).put(cut).put(more).flip();
        String added = decode(in);
        byte[] rest = new byte[in.remaining()];
        in.get(rest);
        return new Grown(
                new TerminalText(
                                joined(bytes, more),
                                joined(text, added),
                                rest,
                                size + more.length,
                                length + added.length(),
                                total + more.length)
                        .bounded(),
                added);
    }

    /** Decodes what is whole; what is malformed is shown as such. */
    private static String decode(ByteBuffer in) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        CharBuffer out = CharBuffer.allocate(in.remaining() + 1);
        decoder.decode(in, out, false);
        return out.flip().toString();
    }

    private static PersistentVector<byte[]> joined(PersistentVector<byte[]> pieces, byte[] more) {
        if (more.length == 0) {
            return pieces;
        }
        byte[] last = pieces.isEmpty() ? NOTHING : pieces.at(pieces.end() - 1);
        if (last.length == 0 || last.length + more.length > PIECE) {
            return pieces.plus(more.clone());
        }
        byte[] both = Arrays.copyOf(last, last.length + more.length);
        System.arraycopy(more, 0, both, last.length, more.length);
        return pieces.with(pieces.end() - 1, both);
    }

    private static PersistentVector<String> joined(PersistentVector<String> pieces, String more) {
        if (more.isEmpty()) {
            return pieces;
        }
        String last = pieces.isEmpty() ? "" : pieces.at(pieces.end() - 1);
        return last.isEmpty() || last.length() + more.length() > PIECE
                ? pieces.plus(more)
                : pieces.with(pieces.end() - 1, last.concat(more));
    }

    private TerminalText bounded() {
        PersistentVector<byte[]> keptBytes = bytes;
        int keptSize = size;
        while (keptSize > MAX) {
            byte[] first = keptBytes.at(keptBytes.first());
            int excess = keptSize - MAX;
            if (first.length > excess) {
                keptBytes = keptBytes.with(keptBytes.first(), Arrays.copyOfRange(first, excess, first.length));
                keptSize = MAX;
            } else {
                keptBytes = keptBytes.withoutFirst();
                keptSize -= first.length;
            }
        }
        PersistentVector<String> keptText = text;
        int keptLength = length;
        while (keptLength > MAX) {
            String first = keptText.at(keptText.first());
            int excess = keptLength - MAX;
            if (first.length() > excess) {
                int from = Character.isLowSurrogate(first.charAt(excess)) ? excess + 1 : excess;
                keptText = keptText.with(keptText.first(), first.substring(from));
                keptLength -= from;
            } else {
                keptText = keptText.withoutFirst();
                keptLength -= first.length();
            }
        }
        return new TerminalText(keptBytes, keptText, cut, keptSize, keptLength, total);
    }

    /** Returns how many bytes there have been. */
    long total() {
        return total;
    }

    int size() {
        return size;
    }

    byte[] bytes() {
        ByteBuffer all = ByteBuffer.allocate(size);
        bytes.forEach(all::put);
        return all.array();
    }

    String text() {
        return String.join("", text);
    }
}
