// Written by build-support/write-types from src/protocol/content.yaml: change that, not this.
package io.acp4j.schema.content;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * The kind of background that an icon is made for.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/content#resource-link">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record IconTheme(String value) {

    /** A light one. */
    public static final IconTheme LIGHT = new IconTheme("light");

    /** A dark one. */
    public static final IconTheme DARK = new IconTheme("dark");

    /** Reads and writes the word. */
    public static final JsonCodec<IconTheme> CODEC =
            OpenValueCodec.of(IconTheme::new, IconTheme::value, List.of(LIGHT, DARK));

    /** Checks that the value is there. */
    public IconTheme {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
