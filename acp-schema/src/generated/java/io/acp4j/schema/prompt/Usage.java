// Written by build-support/write-types from src/protocol/prompt.yaml: change that, not this.
package io.acp4j.schema.prompt;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.internal.codec.Counts;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * How many tokens a turn, or other work of a session, took.
 *
 * @param totalTokens the sum of all kinds
 * @param inputTokens those that the model read
 * @param outputTokens those that the model wrote
 * @param thoughtTokens those that the model thought in; null when not told
 * @param cachedReadTokens those that came from a cache; null when not told
 * @param cachedWriteTokens those that were put into a cache; null when not told
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/end-turn-token-usage">the specification</a>
 * @since 0.1.0
 */
@Unstable("end-turn-token-usage")
public record Usage(
        long totalTokens,
        long inputTokens,
        long outputTokens,
        @Nullable Long thoughtTokens,
        @Nullable Long cachedReadTokens,
        @Nullable Long cachedWriteTokens,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<Usage> CODEC = ObjectCodec.of("Usage", type -> {
        var totalTokens = type.required("totalTokens", Codecs.UINT64, Usage::totalTokens);
        var inputTokens = type.required("inputTokens", Codecs.UINT64, Usage::inputTokens);
        var outputTokens = type.required("outputTokens", Codecs.UINT64, Usage::outputTokens);
        var thoughtTokens = type.lenient("thoughtTokens", Codecs.UINT64, Usage::thoughtTokens);
        var cachedReadTokens = type.lenient("cachedReadTokens", Codecs.UINT64, Usage::cachedReadTokens);
        var cachedWriteTokens = type.lenient("cachedWriteTokens", Codecs.UINT64, Usage::cachedWriteTokens);
        var meta = type.lenient("_meta", Meta.CODEC, Usage::meta);
        return in -> new Usage(
                in.get(totalTokens),
                in.get(inputTokens),
                in.get(outputTokens),
                in.find(thoughtTokens),
                in.find(cachedReadTokens),
                in.find(cachedWriteTokens),
                in.find(meta));
    });

    /** Checks that what is required is there. */
    public Usage {
        Counts.requireTokens(totalTokens);
        Counts.requireTokens(inputTokens);
        Counts.requireTokens(outputTokens);
        Counts.requireTokens(thoughtTokens);
        Counts.requireTokens(cachedReadTokens);
        Counts.requireTokens(cachedWriteTokens);
    }

    /**
     * Returns a value with what is required.
     *
     * @param totalTokens the sum of all kinds
     * @param inputTokens those that the model read
     * @param outputTokens those that the model wrote
     * @return the value
     */
    public static Usage of(long totalTokens, long inputTokens, long outputTokens) {
        return new Usage(totalTokens, inputTokens, outputTokens, null, null, null, null);
    }

    /**
     * Returns a usage of tokens read and written, with their sum; neither may be negative.
     *
     * @param inputTokens those that the model read
     * @param outputTokens those that the model wrote
     * @return the value
     */
    public static Usage of(long inputTokens, long outputTokens) {
        return of(inputTokens + outputTokens, inputTokens, outputTokens);
    }

    /**
     * Starts a value with what is required.
     *
     * @param totalTokens the sum of all kinds
     * @param inputTokens those that the model read
     * @param outputTokens those that the model wrote
     * @return the builder
     */
    public static Builder builder(long totalTokens, long inputTokens, long outputTokens) {
        return new Builder(totalTokens, inputTokens, outputTokens);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(totalTokens, inputTokens, outputTokens);
        copy.thoughtTokens = thoughtTokens;
        copy.cachedReadTokens = cachedReadTokens;
        copy.cachedWriteTokens = cachedWriteTokens;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link Usage}; used by one thread. */
    public static final class Builder {

        private final long totalTokens;
        private final long inputTokens;
        private final long outputTokens;
        private @Nullable Long thoughtTokens;
        private @Nullable Long cachedReadTokens;
        private @Nullable Long cachedWriteTokens;
        private @Nullable Meta meta;

        private Builder(long totalTokens, long inputTokens, long outputTokens) {
            this.totalTokens = totalTokens;
            this.inputTokens = inputTokens;
            this.outputTokens = outputTokens;
        }

        /**
         * Sets those that the model thought in.
         *
         * @param thoughtTokens those that the model thought in; null when not told
         * @return this
         */
        public Builder thoughtTokens(@Nullable Long thoughtTokens) {
            this.thoughtTokens = thoughtTokens;
            return this;
        }

        /**
         * Sets those that came from a cache.
         *
         * @param cachedReadTokens those that came from a cache; null when not told
         * @return this
         */
        public Builder cachedReadTokens(@Nullable Long cachedReadTokens) {
            this.cachedReadTokens = cachedReadTokens;
            return this;
        }

        /**
         * Sets those that were put into a cache.
         *
         * @param cachedWriteTokens those that were put into a cache; null when not told
         * @return this
         */
        public Builder cachedWriteTokens(@Nullable Long cachedWriteTokens) {
            this.cachedWriteTokens = cachedWriteTokens;
            return this;
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; null when there is none
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            this.meta = meta;
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public Usage build() {
            return new Usage(
                    totalTokens, inputTokens, outputTokens, thoughtTokens, cachedReadTokens, cachedWriteTokens, meta);
        }
    }
}
