package io.acp4j.schema.internal.codec;

import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Whole numbers that count something. */
public final class Counts {

    /** From 0. */
    public static final JsonCodec<Integer> COUNT = from(0, Codecs.INT32);

    /** From 1, for the length of a path. */
    public static final JsonCodec<Integer> DEPTH = from(1, Codecs.INT32);

    /** From 1 to 65535, for the size of a page. */
    public static final JsonCodec<Integer> LIMIT = from(1, Codecs.UINT16);

    private Counts() {}

    /**
     * Checks how many messages a session inherits.
     *
     * @param forkDepth how many; null when that is not said
     * @throws IllegalArgumentException when it is negative
     */
    public static void requireDepth(@Nullable Integer forkDepth) {
        if (forkDepth != null && forkDepth < 0) {
            throw new IllegalArgumentException("a session inherits no fewer than 0 messages, not " + forkDepth);
        }
    }

    /**
     * Checks a number of tokens.
     *
     * @param tokens how many; null when that is not told
     * @throws IllegalArgumentException when it is negative
     */
    public static void requireTokens(@Nullable Long tokens) {
        if (tokens != null && tokens < 0) {
            throw new IllegalArgumentException("a number of tokens is not negative: " + tokens);
        }
    }

    private static JsonCodec<Integer> from(int least, JsonCodec<Integer> wire) {
        UnaryOperator<Integer> check = value -> {
            if (value < least) {
                throw new IllegalArgumentException("less than " + least);
            }
            return value;
        };
        return Codecs.wrapping(wire, check, check);
    }
}
