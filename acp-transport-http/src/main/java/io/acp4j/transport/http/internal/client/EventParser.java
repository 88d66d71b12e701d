package io.acp4j.transport.http.internal.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds events in the bytes of a stream, however they are cut. Lines end with LF, CR or both; what is not data, an identifier or a
 * comment is skipped. Used by one thread at a time.
 *
 * @see <a href="https://html.spec.whatwg.org/multipage/server-sent-events.html">Server-sent events</a>
 */
final class EventParser {

    private static final int INITIAL_BYTES = 4 * 1024;
    /** Maximum number of bytes kept of a skipped event. */
    private static final int BEGINNING_BYTES = 64 * 1024;
    /** Maximum excess of a skipped event, as a multiple of the limit. */
    private static final long MAX_EXCESS_LIMITS = 16;
    /** Maximum excess of a skipped event. With the default limit, an endless event is given up before 80 MiB. */
    private static final long MAX_EXCESS_BYTES = 4L * 1024 * 1024;

    /** How long a line may be that is no data. */
    private static final int MAX_OTHER_BYTES = 16 * 1024;

    private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final byte[] DATA = {'d', 'a', 't', 'a'};
    private static final byte[] ID = {'i', 'd'};

    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long LINE_FEEDS = LOW_BITS * '\n';
    private static final long CARRIAGE_RETURNS = LOW_BITS * '\r';

    private final int maxBytes;
    /** Maximum length of the data of an event that is skipped. */
    private final long maxSkippedBytes;

    private final Sink sink;
    private byte[] line = new byte[INITIAL_BYTES];
    private int lineSize;
    private byte[] data = new byte[INITIAL_BYTES];
    private int dataSize;
    private boolean hasData;
    private boolean isLineTooLong;
    private boolean isEventTooLong;
    /** Length of the current line, including what was not kept. */
    private long lineBytes;
    /** Length of the data of the current event up to the current line, including what was not kept. */
    private long eventBytes;

    private @Nullable String id;
    private boolean afterCr;
    private boolean isFirstLine = true;

    /** Receives what is found. */
    interface Sink {

        void event(byte[] data);

        /** Receives the beginning of the data of an event that exceeds the limit. */
        void tooLong(byte[] data, int length);

        void comment(String text);

        /** Is given the identifier of an event, behind that event: until then it has not been received. */
        void id(String id);
    }

    /** Signals an event that is too long to be skipped. */
    static final class TooLongException extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Creates a parser.
     *
     * @param maxBytes the maximum length of the data of an event; a longer one is skipped
     */
    EventParser(int maxBytes, Sink sink) {
        this.maxBytes = maxBytes;
        this.maxSkippedBytes = maxBytes + Math.min(MAX_EXCESS_LIMITS * maxBytes, MAX_EXCESS_BYTES);
        this.sink = sink;
    }

    /** Takes the next bytes. */
    void feed(ByteBuffer bytes) throws TooLongException {
        while (bytes.hasRemaining()) {
            int from = bytes.position();
            int end = lineEnd(bytes);
            if (end == bytes.limit()) {
                afterCr = false;
                append(bytes, end - from);
                return;
            }
            boolean isRestOfCrLf = afterCr && end == from && bytes.get(end) == '\n';
            append(bytes, end - from);
            afterCr = bytes.get() == '\r';
            if (!isRestOfCrLf) {
                endLine();
            }
        }
    }

    /** Returns where the line ends, or the bytes do. Looks at eight bytes at a time, as events may be long. */
    private static int lineEnd(ByteBuffer bytes) {
        int limit = bytes.limit();
        int at = bytes.position();
        for (int last = limit - Long.BYTES; at <= last; at += Long.BYTES) {
            long word = bytes.getLong(at);
            if (hasZero(word ^ LINE_FEEDS) || hasZero(word ^ CARRIAGE_RETURNS)) {
                break;
            }
        }
        while (at < limit && bytes.get(at) != '\n' && bytes.get(at) != '\r') {
            at++;
        }
        return at;
    }

    /** Returns whether one of eight bytes is 0. */
    private static boolean hasZero(long word) {
        return ((word - LOW_BITS) & ~word & HIGH_BITS) != 0;
    }

    private void append(ByteBuffer bytes, int length) throws TooLongException {
        lineBytes += length;
        if (eventBytes + lineBytes > maxSkippedBytes + MAX_OTHER_BYTES) {
            throw new TooLongException();
        }
        if (isLineTooLong || length > (long) maxBytes + MAX_OTHER_BYTES - lineSize) {
            isLineTooLong = true;
            lineSize = Math.min(lineSize, BEGINNING_BYTES);
            int kept = Math.min(length, BEGINNING_BYTES - lineSize);
            line = room(line, lineSize, kept);
            bytes.get(line, lineSize, kept);
            bytes.position(bytes.position() + length - kept);
            lineSize += kept;
            return;
        }
        line = room(line, lineSize, length);
        bytes.get(line, lineSize, length);
        lineSize += length;
    }

    private static byte[] room(byte[] bytes, int size, int more) {
        return more <= bytes.length - size
                ? bytes
                : Arrays.copyOf(bytes, Math.max(size + more, (int) Math.min(2L * bytes.length, 1 << 30)));
    }

    private void endLine() {
        int start = isFirstLine && Arrays.equals(line, 0, Math.min(lineSize, BOM.length), BOM, 0, BOM.length)
                ? BOM.length
                : 0;
        isFirstLine = false;
        int end = lineSize;
        lineSize = 0;
        boolean wasTooLong = isLineTooLong;
        isLineTooLong = false;
        long length = lineBytes;
        lineBytes = 0;
        if (start == end) {
            endEvent();
        } else {
            field(start, end, length, wasTooLong);
        }
        if (line.length > INITIAL_BYTES && end < line.length / 2) {
            line = new byte[INITIAL_BYTES];
        }
    }

    private void field(int start, int end, long length, boolean isCut) {
        int colon = start;
        while (colon < end && line[colon] != ':') {
            colon++;
        }
        int value = colon < end && colon + 1 < end && line[colon + 1] == ' ' ? colon + 2 : Math.min(end, colon + 1);
        if (colon == start) {
            sink.comment(text(value, end));
        } else if (isName(DATA, start, colon)) {
            eventBytes += length - value + 1;
            data(value, end, isCut);
        } else if (isName(ID, start, colon)) {
            id = text(value, end);
        }
    }

    private String text(int from, int end) {
        return new String(line, from, Math.min(end - from, MAX_OTHER_BYTES), UTF_8);
    }

    private boolean isName(byte[] name, int start, int end) {
        return Arrays.equals(line, start, end, name, 0, name.length);
    }

    private void data(int from, int end, boolean isCut) {
        int length = end - from;
        if (isEventTooLong || isCut || length > maxBytes - dataSize - (hasData ? 1 : 0)) {
            isEventTooLong = true;
            length = Math.max(0, Math.min(length, BEGINNING_BYTES - dataSize - 1));
        }
        data = room(data, dataSize, length + 1);
        if (hasData) {
            data[dataSize++] = '\n';
        }
        System.arraycopy(line, from, data, dataSize, length);
        dataSize += length;
        hasData = true;
    }

    private void endEvent() {
        if (isEventTooLong) {
            sink.tooLong(data, Math.min(dataSize, BEGINNING_BYTES));
        } else if (dataSize > 0) {
            sink.event(Arrays.copyOf(data, dataSize));
        }
        if (id != null) {
            sink.id(id);
            id = null;
        }
        if (data.length > INITIAL_BYTES && dataSize < data.length / 2) {
            data = new byte[INITIAL_BYTES];
        }
        dataSize = 0;
        hasData = false;
        isEventTooLong = false;
        eventBytes = 0;
    }
}
