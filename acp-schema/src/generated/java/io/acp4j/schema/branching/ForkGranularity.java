// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * Says how finely a turn can be cut by a fork.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record ForkGranularity(String value) {

    /** After any message. */
    public static final ForkGranularity MESSAGE = new ForkGranularity("message");

    /** At the end of a turn only: a point inside one is moved to its end. */
    public static final ForkGranularity TURN = new ForkGranularity("turn");

    /** Reads and writes the word. */
    public static final JsonCodec<ForkGranularity> CODEC =
            OpenValueCodec.of(ForkGranularity::new, ForkGranularity::value, List.of(MESSAGE, TURN));

    /** Checks that the value is there. */
    public ForkGranularity {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
