// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * How urgently a notice should be shown.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @see <a href="https://agentclientprotocol.com/rfds/session-notices">the specification</a>
 * @since 0.1.0
 */
public record NoticeSeverity(String value) {

    /** Something to know. */
    public static final NoticeSeverity INFO = new NoticeSeverity("info");

    /** Something to look at. */
    public static final NoticeSeverity WARNING = new NoticeSeverity("warning");

    /** Something failed. */
    public static final NoticeSeverity ERROR = new NoticeSeverity("error");

    /** Reads and writes the word. */
    public static final JsonCodec<NoticeSeverity> CODEC =
            OpenValueCodec.of(NoticeSeverity::new, NoticeSeverity::value, List.of(INFO, WARNING, ERROR));

    /** Checks that the value is there. */
    public NoticeSeverity {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
