package io.acp4j.schema.json;

/**
 * A version of the protocol as far as codecs go: how the same values look on the wire.
 *
 * <p>A {@code CODEC} is that of {@link #V1}; {@link JsonCodec#in} returns that of another version. A connection asks once, when its
 * version is selected.
 *
 * @since 0.1.0
 */
public enum WireVersion {

    /** Version 1. */
    V1(1),

    /** Version 2, a draft that still moves. */
    V2(2);

    private final int number;

    WireVersion(int number) {
        this.number = number;
    }

    /** {@return the number that {@code initialize} carries} */
    public int number() {
        return number;
    }
}
