// Written by build-support/write-types from src/protocol/config.yaml: change that, not this.
package io.acp4j.schema.config;

import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * What an option is about, as a hint for its place and look.
 *
 * <p>Nothing may depend on it. Names with a leading underscore are free for anybody, all others belong to the protocol.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options#option-categories">the
 *     specification</a>
 * @since 0.1.0
 */
public record SessionConfigOptionCategory(String value) {

    /** The mode of the session. */
    public static final SessionConfigOptionCategory MODE = new SessionConfigOptionCategory("mode");

    /** The model that responds. */
    public static final SessionConfigOptionCategory MODEL = new SessionConfigOptionCategory("model");

    /** A property of the model, such as the size of its context. */
    public static final SessionConfigOptionCategory MODEL_CONFIG = new SessionConfigOptionCategory("model_config");

    /** How much the model thinks. */
    public static final SessionConfigOptionCategory THOUGHT_LEVEL = new SessionConfigOptionCategory("thought_level");

    /** Reads and writes the word. */
    public static final JsonCodec<SessionConfigOptionCategory> CODEC = OpenValueCodec.of(
            SessionConfigOptionCategory::new,
            SessionConfigOptionCategory::value,
            List.of(MODE, MODEL, MODEL_CONFIG, THOUGHT_LEVEL));

    /** Checks that the value is there. */
    public SessionConfigOptionCategory {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
