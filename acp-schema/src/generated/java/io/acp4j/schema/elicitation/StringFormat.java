// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * What a text that is entered must look like.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#form-mode">the specification</a>
 * @since 0.1.0
 */
public record StringFormat(String value) {

    /** An e-mail address. */
    public static final StringFormat EMAIL = new StringFormat("email");

    /** A URI. */
    public static final StringFormat URI = new StringFormat("uri");

    /** A date, as in RFC 3339. */
    public static final StringFormat DATE = new StringFormat("date");

    /** A date with a time, as in RFC 3339. */
    public static final StringFormat DATE_TIME = new StringFormat("date-time");

    /** Reads and writes the word. */
    public static final JsonCodec<StringFormat> CODEC =
            OpenValueCodec.of(StringFormat::new, StringFormat::value, List.of(EMAIL, URI, DATE, DATE_TIME));

    /** Checks that the value is there. */
    public StringFormat {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
