// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * Which sessions a list holds, by whether they are archived.
 *
 * <p>A word that it does not know is an error for an agent.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
 * @since 0.1.0
 */
@Unstable("session-archive")
public record SessionArchiveFilter(String value) {

    /** Those that are not archived; the default. */
    public static final SessionArchiveFilter EXCLUDE = new SessionArchiveFilter("exclude");

    /** All. */
    public static final SessionArchiveFilter INCLUDE = new SessionArchiveFilter("include");

    /** Those that are archived. */
    public static final SessionArchiveFilter ONLY = new SessionArchiveFilter("only");

    /** Reads and writes the word. */
    public static final JsonCodec<SessionArchiveFilter> CODEC =
            OpenValueCodec.of(SessionArchiveFilter::new, SessionArchiveFilter::value, List.of(EXCLUDE, INCLUDE, ONLY));

    /** Checks that the value is there. */
    public SessionArchiveFilter {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
