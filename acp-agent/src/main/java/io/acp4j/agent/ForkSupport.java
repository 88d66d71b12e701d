package io.acp4j.agent;

import io.acp4j.schema.Unstable;

/**
 * Which forks an agent offers of the sessions that it keeps in a store.
 *
 * @since 0.1.0
 */
@Unstable("session-fork")
public enum ForkSupport {
    /** None: {@code session/fork} is not advertised and not served. */
    NONE,
    /** Forks of whole sessions; one that names a message is refused. */
    WHOLE,
    /** Forks of whole sessions and at messages. */
    AT_MESSAGE
}
