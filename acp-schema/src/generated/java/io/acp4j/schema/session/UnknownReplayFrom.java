// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.RawJson;
import java.util.Objects;

/**
 * A place of a kind that this version does not know; never to be taken for another one. It is written back unchanged.
 *
 * @param type the value of its {@code type} member
 * @param raw the whole object, {@code type} included
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record UnknownReplayFrom(String type, RawJson raw) implements ReplayFrom {

    /** Checks that what is required is there. */
    public UnknownReplayFrom {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(raw, "raw");
    }
}
