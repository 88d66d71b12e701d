package io.acp4j.tck.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what goes over the connections of a scenario: in memory as long as it is little, the rest in a temporary file that is
 * gone when this is closed. What is in the file is read again whenever somebody looks at it. Thread-safe.
 */
public final class MessageStore implements AutoCloseable {

    /** Memory that all stores of a run may take together, in bytes. */
    private static final long MEMORY = 32L * 1024 * 1024;

    /** What a node of a tree takes, in bytes: itself, its place in its parent, its name. */
    private static final int NODE = 96;

    /** Trees from the file that are kept for whoever looks at the same message next, and the longest message of them, in bytes. */
    private static final int RECENT = 32;

    private static final int RECENT_LENGTH = 16 * 1024;

    private final long most;
    private final Map<Long, JsonNode> recent = new LinkedHashMap<>(RECENT, 1, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, JsonNode> eldest) {
            return size() > RECENT;
        }
    };
    private long held;
    private @Nullable RandomAccessFile file;
    private long end;
    private boolean closed;

    /**
     * Makes an empty store.
     *
     * @param stores how many stores a run has at the same time
     */
    public MessageStore(int stores) {
        this.most = MEMORY / stores;
    }

    /** Keeps a message and what it reads as, where there is room. */
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
        RandomAccessFile open = file == null ? open() : file;
        file = open;
        open.seek(end);
        open.write(bytes);
        Content spilled = new Spilled(end, bytes.length, json != null);
        if (json != null) {
            remember(end, bytes.length, json);
        }
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

    private void remember(long position, int length, JsonNode json) {
        if (length <= RECENT_LENGTH) {
            recent.put(position, json);
        }
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

    private @Nullable JsonNode tree(long position, int length) {
        synchronized (this) {
            JsonNode known = recent.get(position);
            if (known != null) {
                return known;
            }
        }
        try {
            JsonNode json = Json.readRepaired(read(position, length));
            synchronized (this) {
                remember(position, length, json);
            }
            return json;
        } catch (IOException e) {
            throw new UncheckedIOException("What was read once cannot be read again", e);
        }
    }

    /** Forgets what is in the file, and removes it. What is held in memory can still be looked at. */
    @Override
    public synchronized void close() {
        closed = true;
        recent.clear();
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

        Spilled(long position, int length, boolean read) {
            this.position = position;
            this.length = length;
            this.read = read;
        }

        @Override
        public byte[] bytes() {
            return MessageStore.this.read(position, length);
        }

        @Override
        public @Nullable JsonNode json() {
            return read ? tree(position, length) : null;
        }

        @Override
        public int length() {
            return length;
        }
    }
}
