package io.acp4j.client.transcript;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Says how much of a conversation is kept in memory.
 *
 * <p>When a limit is passed, the oldest entries are dropped; the newest one stays, whatever its size. The conversation tells
 * how many are missing. Chunks that still come for a dropped message begin a new one of the same id.
 *
 * @param maxEntries how many entries are kept, positive
 * @param maxWeight how much all entries together may weigh, in characters of their text and other long parts, positive; see
 *     {@link TranscriptEntry#weight()}
 * @param spill takes each entry that is dropped, oldest first, on the thread of the update that displaced it, to store it
 *     elsewhere; null when nobody wants it
 * @since 0.1.0
 */
public record TranscriptOptions(
        int maxEntries, long maxWeight, @Nullable Consumer<TranscriptEntry> spill) {

    /** Keeps everything, which takes memory in proportion to the conversation. */
    public static final TranscriptOptions KEEP_ALL = new TranscriptOptions(Integer.MAX_VALUE, Long.MAX_VALUE, null);

    /** Checks the limits. */
    public TranscriptOptions {
        if (maxEntries <= 0) {
            throw new IllegalArgumentException("maxEntries must be positive, not " + maxEntries);
        }
        if (maxWeight <= 0) {
            throw new IllegalArgumentException("maxWeight must be positive, not " + maxWeight);
        }
    }

    /**
     * Limits the number of entries.
     *
     * @param entries how many are kept, positive
     * @return the other options with this one
     */
    public TranscriptOptions withMaxEntries(int entries) {
        return new TranscriptOptions(entries, maxWeight, spill);
    }

    /**
     * Limits the size of all entries together.
     *
     * @param weight the limit in characters, positive
     * @return the other options with this one
     */
    public TranscriptOptions withMaxWeight(long weight) {
        return new TranscriptOptions(maxEntries, weight, spill);
    }

    /**
     * Sets who takes the entries that are dropped.
     *
     * @param taker takes them
     * @return the other options with this one
     */
    public TranscriptOptions withSpill(Consumer<TranscriptEntry> taker) {
        return new TranscriptOptions(maxEntries, maxWeight, Objects.requireNonNull(taker, "taker"));
    }
}
