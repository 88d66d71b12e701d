package io.acp4j.schema;

import org.jspecify.annotations.Nullable;

/**
 * A message about one session: messages of one session are handled in order, those of different sessions side by side.
 *
 * @since 0.1.0
 */
public interface SessionScoped {

    /** {@return the id of the session; null where the message may be, and is, about none} */
    @Nullable
    SessionId sessionId();
}
