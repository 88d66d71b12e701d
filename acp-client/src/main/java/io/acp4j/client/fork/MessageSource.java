package io.acp4j.client.fork;

import io.acp4j.schema.Unstable;

/**
 * Knows the messages of one session. Safe for use by any number of threads.
 *
 * @since 0.1.0
 */
@FunctionalInterface
@Unstable("acp4j-branching")
public interface MessageSource {

    /**
     * Returns the messages as they are now.
     *
     * @return those known, in order
     */
    MessageHistory messages();
}
