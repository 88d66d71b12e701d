package io.acp4j.tck.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what goes over the connections of a scenario: in memory as long as it is little, the rest in a temporary file that is
 * gone when this is closed. What is in the file is read again when it is looked at and memory has become scarce meanwhile. The file has
 * a limit. Thread-safe.
 */
public final class MessageStore implements AutoCloseable {

    private static final long MEGABYTE = 1024L * 1024;

    /** Memory that all stores of a run may take together, in bytes. */
    private static final long MEMORY = 32 * MEGABYTE;

    /** What a node of a tree takes, in bytes: itself, its place in its parent, its name. */
    private static final int NODE = 96;

    private final long most;
    private final long mostInFile;
    private long held;
    private @Nullable RandomAccessFile file;
    private long end;
    private boolean closed;

    /**
     * Makes an empty store.
     *
     * @param stores how many stores a run has at the same time
     * @param mostInFile bytes that the file may take
     */
    public MessageStore(int stores, long mostInFile) {
        this.most = MEMORY / stores;
        this.mostInFile = mostInFile;
    }

    /**
     * Keeps a message and what it reads as.
     *
     * @throws IOException when there is no room; its message says why
     */
    Content add(byte[] bytes, @Nullable JsonNode json) throws IOException {
        long weight = weightOf(bytes);
        synchronized (this) {
            if (closed) {
                throw new IOException("the scenario is over");
            }
            if (held + weight <= most) {
                held += weight;
                return new Content.Held(bytes, json);
            }
            return append(bytes, json);
        }
    }

    /** Returns about how much memory a message and its tree take: each node but the first follows a comma, colon or bracket. */
    private static long weightOf(byte[] bytes) {
        long nodes = 1;
        for (byte each : bytes) {
            if (each == ',' || each == ':' || each == '[' || each == '{') {
                nodes++;
            }
        }
        return nodes * NODE + 2L * bytes.length;
    }

    private Content append(byte[] bytes, @Nullable JsonNode json) throws IOException {
        if (end + bytes.length > mostInFile) {
            throw new IOException("more than the " + mostInFile / MEGABYTE
                    + " MB that a scenario may keep in its temporary file (--disk-limit)");
        }
        RandomAccessFile open = file == null ? open() : file;
        file = open;
        open.seek(end);
        open.write(bytes);
        Content spilled = new Spilled(end, bytes.length, json);
        end += bytes.length;
        return spilled;
    }

    /** Opens a file that has no name any more where the system allows that, so that nothing is left of a run that is killed. */
    private static RandomAccessFile open() throws IOException {
        Path path = Files.createTempFile("acp-tck-", ".messages");
        RandomAccessFile opened = new RandomAccessFile(path.toFile(), "rw");
        try {
            Files.delete(path);
        } catch (IOException e) {
            path.toFile().deleteOnExit();
        }
        return opened;
    }

    private synchronized byte[] read(long position, int length) {
        RandomAccessFile open = file;
        if (open == null) {
            throw new IllegalStateException("The messages of this scenario are no longer kept");
        }
        byte[] bytes = new byte[length];
        try {
            open.seek(position);
            open.readFully(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("What the subject sent cannot be read from the temporary file again", e);
        }
        return bytes;
    }

    private JsonNode tree(long position, int length) {
        try {
            return Json.readRepaired(read(position, length));
        } catch (IOException e) {
            throw new UncheckedIOException("What was read once cannot be read again", e);
        }
    }

    /** Forgets what is in the file, and removes it. What is held in memory can still be looked at. */
    @Override
    public synchronized void close() {
        closed = true;
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                // Nobody reads it any more.
            }
            file = null;
        }
    }

    /** A message in the file. */
    private final class Spilled implements Content {

        private final long position;
        private final int length;
        private final boolean read;
        /** Reading a long message again for each look at it takes most of the time of a run where there is memory enough. */
        private volatile SoftReference<JsonNode> tree;

        Spilled(long position, int length, @Nullable JsonNode json) {
            this.position = position;
            this.length = length;
            this.read = json != null;
            this.tree = new SoftReference<>(json);
        }

        @Override
        public byte[] bytes() {
            return MessageStore.this.read(position, length);
        }

        @Override
        public @Nullable JsonNode json() {
            if (!read) {
                return null;
            }
            JsonNode known = tree.get();
            if (known == null) {
                known = MessageStore.this.tree(position, length);
                tree = new SoftReference<>(known);
            }
            return known;
        }
    }
}
