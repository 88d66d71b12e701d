// Written by build-support/write-types from src/protocol/content.yaml: change that, not this.
package io.acp4j.schema.content;

import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * One of the two parties of a conversation.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @see <a href="https://agentclientprotocol.com/protocol/v1/content">the specification</a>
 * @since 0.1.0
 */
public record Role(String value) {

    /** The model. */
    public static final Role ASSISTANT = new Role("assistant");

    /** The person. */
    public static final Role USER = new Role("user");

    /** Reads and writes the word. */
    public static final JsonCodec<Role> CODEC = OpenValueCodec.of(Role::new, Role::value, List.of(ASSISTANT, USER));

    /** Checks that the value is there. */
    public Role {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
