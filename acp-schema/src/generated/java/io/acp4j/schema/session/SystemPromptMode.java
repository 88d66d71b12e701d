// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * How an agent combines the instructions of a client with its own.
 *
 * <p>A word that it does not know is an error for an agent, never one of the others.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
 * @since 0.1.0
 */
@Unstable("system-prompt")
public record SystemPromptMode(String value) {

    /** They come after its own. */
    public static final SystemPromptMode APPEND = new SystemPromptMode("append");

    /** They take the place of its own. */
    public static final SystemPromptMode OVERRIDE = new SystemPromptMode("override");

    /** Reads and writes the word. */
    public static final JsonCodec<SystemPromptMode> CODEC =
            OpenValueCodec.of(SystemPromptMode::new, SystemPromptMode::value, List.of(APPEND, OVERRIDE));

    /** Checks that the value is there. */
    public SystemPromptMode {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
