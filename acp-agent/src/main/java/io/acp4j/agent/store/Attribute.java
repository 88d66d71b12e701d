package io.acp4j.agent.store;

import io.acp4j.schema.json.RawJson;
import java.util.Objects;

/**
 * A value that an agent keeps with a session, and whether forks get it too.
 *
 * @param value the value
 * @param inherited true when a fork begins with it
 * @since 0.1.0
 */
public record Attribute(RawJson value, boolean inherited) {

    /** Checks that the value is there. */
    public Attribute {
        Objects.requireNonNull(value, "value");
    }
}
