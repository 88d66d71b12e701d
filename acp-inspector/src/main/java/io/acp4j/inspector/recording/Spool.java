package io.acp4j.inspector.recording;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The format in which a tap keeps what passes it: exact bytes, whatever they are. A head, then entries of a time (microseconds
 * since 1970, 8 bytes), a kind (1 byte), a length (4 bytes) and as many bytes. Those of the client and of the agent are what was
 * read at a time, lines begin and end anywhere in them; who reads a spool is given lines. A file that still grows ends anywhere.
 */
public final class Spool {

    /** How spools are called. */
    public static final String SUFFIX = ".acptap";

    /** The longest entry that is read, and the longest line; a longer one is only told of: 64 MiB. */
    static final int MAX_ENTRY = 64 * 1024 * 1024;

    private static final byte[] HEAD = "acptap2\n".getBytes(UTF_8);

    /** How many bytes of an entry precede its own. */
    public static final int FIXED = 13;

    /** What an entry is. */
    public enum Kind {
        /** Bytes of the client, none at their end; or one of its lines. */
        FROM_CLIENT(0),
        /** Bytes of the agent, none at their end; or one of its lines. */
        FROM_AGENT(1),
        /** Something that has happened, as text. */
        EVENT(2),
        /** What the tap stands for, as text: its command. */
        NAME(3),
        /** The agent has ended; how, as text. Nothing follows. */
        END(4);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        private static Kind of(int code) throws IOException {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new IOException("has an entry of a kind that is not known");
        }
    }

    /**
     * An entry.
     *
     * @param micros when, in microseconds since 1970
     * @param kind what it is
     * @param bytes what was read at a time, the line without its end, or the text
     */
    @SuppressWarnings("ArrayRecordComponent") // Handed on at once.
    public record Entry(long micros, Kind kind, byte[] bytes) {

        /**
         * Returns when it was.
         *
         * @return the time
         */
        public Instant time() {
            return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        }
    }

    private Spool() {}

    /**
     * Returns how a spool begins.
     *
     * @return the bytes
     */
    public static byte[] head() {
        return HEAD.clone();
    }

    /**
     * Returns an entry as it is written.
     *
     * @param entry the entry
     * @return its bytes
     */
    public static byte[] encode(Entry entry) {
        ByteBuffer buffer = ByteBuffer.allocate(FIXED + entry.bytes().length);
        begin(buffer, entry.micros(), entry.kind(), entry.bytes().length);
        return buffer.put(entry.bytes()).array();
    }

    /**
     * Writes what precedes the bytes of an entry.
     *
     * @param to has room for {@link #FIXED} bytes
     * @param micros when, in microseconds since 1970
     * @param kind what it is
     * @param length how many bytes follow
     */
    public static void begin(ByteBuffer to, long micros, Kind kind, int length) {
        to.putLong(micros).put((byte) kind.code).putInt(length);
    }

    static boolean isOne(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(HEAD.length), HEAD);
        }
    }

    static WireRecording read(Path file) throws IOException {
        List<WireFrame> frames = new ArrayList<>();
        List<WireRecording.Event> events = new ArrayList<>();
        try (Reader reader = new Reader(file)) {
            for (Entry entry = reader.nextOrRest(); entry != null; entry = reader.nextOrRest()) {
                if (entry.kind() == Kind.FROM_CLIENT || entry.kind() == Kind.FROM_AGENT) {
                    frames.add(new WireFrame(entry.kind() == Kind.FROM_CLIENT, entry.time(), entry.bytes()));
                } else if (entry.kind() != Kind.NAME) {
                    String what = new String(entry.bytes(), UTF_8);
                    events.add(new WireRecording.Event(frames.size(), entry.time(), what));
                }
            }
        }
        return new WireRecording(frames, events, List.of(), UnreadableLines.NONE, false);
    }

    /** Reads a spool line by line, also one that grows. Not safe for use by several threads at once. */
    public static final class Reader implements AutoCloseable {

        private final Path file;
        private final Map<Kind, LineCutter> lines = new EnumMap<>(Map.of(
                Kind.FROM_CLIENT, new LineCutter(MAX_ENTRY),
                Kind.FROM_AGENT, new LineCutter(MAX_ENTRY)));
        private final Deque<Entry> cut = new ArrayDeque<>();
        private long position;
        private long micros;
        private @Nullable DataInputStream in;

        /**
         * Creates a reader that has read nothing.
         *
         * @param file the spool
         */
        public Reader(Path file) {
            this.file = file;
        }

        /**
         * Reads the next line, or what else there is.
         *
         * @return the line, without its end; null when it is not there yet, or not all of it
         * @throws IOException when the file cannot be read, or is none of a tap
         */
        public @Nullable Entry next() throws IOException {
            while (cut.isEmpty()) {
                Entry entry = read();
                if (entry == null) {
                    return null;
                }
                micros = entry.micros();
                LineCutter line = lines.get(entry.kind());
                if (line != null) {
                    line.cut(entry, cut);
                } else {
                    if (entry.kind() == Kind.END) {
                        endLines();
                    }
                    cut.add(entry);
                }
            }
            return cut.remove();
        }

        /** Reads on; at the end of the file, what has begun there: nothing more will come. */
        private @Nullable Entry nextOrRest() throws IOException {
            Entry next = next();
            if (next == null) {
                endLines();
            }
            return next == null ? cut.poll() : next;
        }

        private void endLines() {
            lines.forEach((kind, line) -> line.end(new Entry(micros, kind, new byte[0]), cut));
        }

        private @Nullable Entry read() throws IOException {
            try {
                DataInputStream from = opened();
                long time = from.readLong();
                Kind kind = Kind.of(from.readUnsignedByte());
                int length = from.readInt();
                if (length < 0 || length > MAX_ENTRY) {
                    throw new IOException("is broken at byte " + position);
                }
                byte[] bytes = from.readNBytes(length);
                if (bytes.length < length) {
                    close();
                    return null;
                }
                position += FIXED + length;
                return new Entry(time, kind, bytes);
            } catch (EOFException e) {
                close(); // What is written later is read from here on.
                return null;
            }
        }

        private DataInputStream opened() throws IOException {
            DataInputStream now = in;
            if (now == null) {
                now = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16));
                in = now;
                if (position == 0) {
                    byte[] head = new byte[HEAD.length];
                    now.readFully(head);
                    if (!Arrays.equals(head, HEAD)) {
                        throw new IOException("is no spool of this version of the tap");
                    }
                    position = HEAD.length;
                } else {
                    now.skipNBytes(position);
                }
            }
            return now;
        }

        @Override
        public void close() throws IOException {
            DataInputStream now = in;
            in = null;
            if (now != null) {
                now.close();
            }
        }
    }
}
