package io.acp4j.client.transcript;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Limits on the part of a conversation that is kept in memory. Immutable.
 *
 * <p>When a limit is exceeded, the oldest entries are dropped; the newest one stays. The conversation counts the missing entries.
 * A message that exceeds the limit by itself keeps its beginning and its end, a half each, and {@link TranscriptMessage#missing()}
 * counts the characters between them; so does the summary of a compaction. A tool call is kept as its last updates describe it, so
 * one frame limits each of its parts. Further chunks of a dropped message begin a new message with the same ID.
 *
 * @since 0.1.0
 */
public final class TranscriptOptions {

    /** Keeps everything, which uses memory in proportion to the conversation. */
    public static final TranscriptOptions KEEP_ALL = builder().build();

    private final int maxEntries;
    private final long maxSize;
    private final @Nullable Consumer<TranscriptEntry> spill;

    private TranscriptOptions(Builder builder) {
        maxEntries = builder.maxEntries;
        maxSize = builder.maxSize;
        spill = builder.spill;
        if (maxEntries <= 0) {
            throw new IllegalArgumentException("maxEntries must be positive, not " + maxEntries);
        }
        if (maxSize <= 0) {
            throw new IllegalArgumentException("maxSize must be positive, not " + maxSize);
        }
    }

    /** {@return a builder without limits, as {@link #KEEP_ALL}} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder that holds these values} */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** {@return the maximum number of entries; positive} Unlimited by default. */
    public int maxEntries() {
        return maxEntries;
    }

    /**
     * {@return the maximum total size of all entries, in characters of their text and other long parts; positive} See
     * {@link TranscriptEntry#size()}. Unlimited by default.
     */
    public long maxSize() {
        return maxSize;
    }

    /**
     * {@return the consumer of each dropped entry, oldest first; null for none} It is called on the thread of the update that displaced the
     * entry, for example to store it.
     */
    public @Nullable Consumer<TranscriptEntry> spill() {
        return spill;
    }

    /** Collects the values of {@link TranscriptOptions}; for use by one thread. */
    public static final class Builder {

        private int maxEntries = Integer.MAX_VALUE;
        private long maxSize = Long.MAX_VALUE;
        private @Nullable Consumer<TranscriptEntry> spill;

        private Builder() {}

        private Builder(TranscriptOptions from) {
            maxEntries = from.maxEntries;
            maxSize = from.maxSize;
            spill = from.spill;
        }

        /**
         * Sets {@link TranscriptOptions#maxEntries()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxEntries(int value) {
            maxEntries = value;
            return this;
        }

        /**
         * Sets {@link TranscriptOptions#maxSize()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxSize(long value) {
            maxSize = value;
            return this;
        }

        /**
         * Sets {@link TranscriptOptions#spill()}.
         *
         * @param value the value; null for none
         * @return this
         */
        public Builder spill(@Nullable Consumer<TranscriptEntry> value) {
            spill = value;
            return this;
        }

        /**
         * {@return the values as an immutable object}
         *
         * @throws IllegalArgumentException if a limit is not positive
         */
        public TranscriptOptions build() {
            return new TranscriptOptions(this);
        }
    }
}
