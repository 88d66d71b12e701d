package io.acp4j.client.internal.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import org.jspecify.annotations.Nullable;

/** Reads text, whole or a few lines of it, within limits. */
final class TextReader {

    private static final int BUFFER_BYTES = 64 * 1024;

    private final String path;
    private final long maxTextBytes;
    private final long maxScannedBytes;

    TextReader(String path, long maxTextBytes, long maxScannedBytes) {
        this.path = path;
        this.maxTextBytes = maxTextBytes;
        this.maxScannedBytes = maxScannedBytes;
    }

    String read(ReadableByteChannel channel, @Nullable LineWindow window) throws IOException {
        LineWindow wanted = window == null ? new LineWindow(0, Long.MAX_VALUE) : window;
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        byte[] bytes = buffer.array();
        long line = 0;
        long scanned = 0;
        long skipped = 0;
        long end = wanted.count() > Long.MAX_VALUE - wanted.first() ? Long.MAX_VALUE : wanted.first() + wanted.count();
        while (line < end && channel.read(buffer.clear()) >= 0) {
            int length = buffer.position();
            scanned += length;
            if (scanned > maxScannedBytes) {
                throw tooLarge("The lines lie beyond the first " + maxScannedBytes + " bytes of the file");
            }
            int start = 0;
            while (start < length && line < end) {
                int next = lineEnd(bytes, start, length, line, wanted.first(), end);
                if (line >= wanted.first()) {
                    keep(kept, bytes, start, next);
                } else {
                    skipped += next - start;
                }
                line += lineFeeds(bytes, start, next);
                start = next;
            }
        }
        return decode(kept.toByteArray(), skipped);
    }

    /** Returns where the run of bytes ends that are all wanted, or all not: after one line, or at the end when all are wanted. */
    private static int lineEnd(byte[] bytes, int start, int length, long line, long first, long end) {
        if (line >= first && end == Long.MAX_VALUE) {
            return length;
        }
        for (int i = start; i < length; i++) {
            if (bytes[i] == '\n') {
                return i + 1;
            }
        }
        return length;
    }

    private static int lineFeeds(byte[] bytes, int start, int end) {
        return end > start && bytes[end - 1] == '\n' ? 1 : 0;
    }

    private void keep(ByteArrayOutputStream kept, byte[] bytes, int start, int end) {
        if (kept.size() + (long) (end - start) > maxTextBytes) {
            throw tooLarge("The text is longer than " + maxTextBytes + " bytes; read fewer lines at a time");
        }
        kept.write(bytes, start, end - start);
    }

    private FileAccessException tooLarge(String message) {
        return new FileAccessException(FileAccessException.TOO_LARGE, path, message);
    }

    private String decode(byte[] bytes, long offset) {
        CharsetDecoder decoder = UTF_8.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        if (result.isError()) {
            throw new FileAccessException(
                    FileAccessException.NOT_TEXT,
                    path,
                    "The file is not text in UTF-8: malformed at byte " + (offset + in.position()));
        }
        return out.flip().toString();
    }
}
