package io.acp4j.schema.prompt;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
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

    /** Checks the members. */
    public Usage {
        requireNotNegative(totalTokens);
        requireNotNegative(inputTokens);
        requireNotNegative(outputTokens);
        requireNotNegative(thoughtTokens);
        requireNotNegative(cachedReadTokens);
        requireNotNegative(cachedWriteTokens);
    }

    private static void requireNotNegative(@Nullable Long tokens) {
        if (tokens != null && tokens < 0) {
            throw new IllegalArgumentException("a number of tokens is not negative: " + tokens);
        }
    }

    /**
     * Makes a usage of tokens read and written.
     *
     * @param inputTokens those that the model read; not negative
     * @param outputTokens those that the model wrote; not negative
     * @return the usage, with their sum
     * @throws IllegalArgumentException when a number is negative
     */
    public static Usage of(long inputTokens, long outputTokens) {
        return new Usage(inputTokens + outputTokens, inputTokens, outputTokens, null, null, null, null);
    }
}
