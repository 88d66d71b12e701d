// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * What a session is for.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record SessionKind(String value) {

    /** A conversation with a person. */
    public static final SessionKind CHAT = new SessionKind("chat");

    /** Work that is started by the clock. */
    public static final SessionKind CRON = new SessionKind("cron");

    /** Work that another session has handed on. */
    public static final SessionKind SUBAGENT = new SessionKind("subagent");

    /** Reads and writes the word. */
    public static final JsonCodec<SessionKind> CODEC =
            OpenValueCodec.of(SessionKind::new, SessionKind::value, List.of(CHAT, CRON, SUBAGENT));

    /** Checks that the value is there. */
    public SessionKind {
        Objects.requireNonNull(value, "value");
    }

    /**
     * Returns whether a session of this kind may be forked.
     *
     * @return whether a session of this kind may be forked
     */
    public boolean forkable() {
        return !equals(CRON) && !equals(SUBAGENT);
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
