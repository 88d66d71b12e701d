package io.acp4j.client.transcript;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How much of a conversation is kept in memory.
 *
 * <p>When a limit is passed, the oldest entries are dropped; the newest one stays. The conversation tells how many are missing.
 * A message that is larger than the limit by itself keeps its beginning and its end, a half each, and
 * {@linkplain TranscriptMessage#missing() says} what is missing between them; so does the summary of a compaction. A tool call is
 * kept as its last updates describe it, so one frame limits each of its parts. Chunks that still come for a dropped message begin a new one of the same id.
 *
 * @param maxEntries how many entries are kept, positive
 * @param maxSize how large all entries together may be, in characters of their text and other long parts, positive; see
 *     {@link TranscriptEntry#size()}
 * @param spill takes each entry that is dropped, oldest first, on the thread of the update that displaced it, to store it
 *     elsewhere; null when nobody wants it
 * @since 0.1.0
 */
public record TranscriptOptions(
        int maxEntries, long maxSize, @Nullable Consumer<TranscriptEntry> spill) {

    /** Keeps everything, which takes memory in proportion to the conversation. */
    public static final TranscriptOptions KEEP_ALL = new TranscriptOptions(Integer.MAX_VALUE, Long.MAX_VALUE, null);

    /** Checks the limits. */
    public TranscriptOptions {
        if (maxEntries <= 0) {
            throw new IllegalArgumentException("maxEntries must be positive, not " + maxEntries);
        }
        if (maxSize <= 0) {
            throw new IllegalArgumentException("maxSize must be positive, not " + maxSize);
        }
    }

    /**
     * Limits the number of entries.
     *
     * @param entries how many are kept, positive
     * @return the other options with this one
     */
    public TranscriptOptions withMaxEntries(int entries) {
        return new TranscriptOptions(entries, maxSize, spill);
    }

    /**
     * Limits the size of all entries together.
     *
     * @param size the limit in characters, positive
     * @return the other options with this one
     */
    public TranscriptOptions withMaxSize(long size) {
        return new TranscriptOptions(maxEntries, size, spill);
    }

    /**
     * Sets who takes the entries that are dropped.
     *
     * @param handler receives them
     * @return the other options with this one
     */
    public TranscriptOptions withSpill(Consumer<TranscriptEntry> handler) {
        return new TranscriptOptions(maxEntries, maxSize, Objects.requireNonNull(handler, "handler"));
    }
}
