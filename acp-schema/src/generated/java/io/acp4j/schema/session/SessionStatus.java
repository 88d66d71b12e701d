// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * Whether an agent has a session in memory.
 *
 * <p>A client takes a word that it does not know for {@link #SAVED}.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
 * @since 0.1.0
 */
@Unstable("session-status")
public record SessionStatus(String value) {

    /** It is in memory. */
    public static final SessionStatus OPEN = new SessionStatus("open");

    /** It is stored and would have to be loaded or resumed. */
    public static final SessionStatus SAVED = new SessionStatus("saved");

    /** Reads and writes the word. */
    public static final JsonCodec<SessionStatus> CODEC =
            OpenValueCodec.of(SessionStatus::new, SessionStatus::value, List.of(OPEN, SAVED));

    /** Checks that the value is there. */
    public SessionStatus {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
