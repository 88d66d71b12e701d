// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * Says from which end a path is read.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record PathDirection(String value) {

    /** From the root. */
    public static final PathDirection FORWARD = new PathDirection("forward");

    /** From the end. */
    public static final PathDirection BACKWARD = new PathDirection("backward");

    /** Reads and writes the word. */
    public static final JsonCodec<PathDirection> CODEC =
            OpenValueCodec.of(PathDirection::new, PathDirection::value, List.of(FORWARD, BACKWARD));

    /** Checks that the value is there. */
    public PathDirection {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
