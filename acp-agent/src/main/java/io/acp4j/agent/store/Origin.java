package io.acp4j.agent.store;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a fork came from. It never changes, even when the source is deleted.
 *
 * @param session the source
 * @param point the last node that the fork has in common with it; null when they have none
 * @param message the message that the fork was made at; null when it has the source's whole path, or none of it
 * @param depth how many messages it inherited
 * @param number the number in its title, which no other fork of its tree has as long as it exists; 0 when its title has none
 * @since 0.1.0
 */
public record Origin(
        SessionId session,
        @Nullable NodeRef point,
        @Nullable MessageId message,
        int depth,
        int number) {

    /** Checks that the source is there and the number is in range. */
    public Origin {
        Objects.requireNonNull(session, "session");
        if (number < 0) {
            throw new IllegalArgumentException("a fork cannot have the number " + number);
        }
    }
}
