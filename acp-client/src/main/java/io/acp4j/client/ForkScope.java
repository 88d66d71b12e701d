package io.acp4j.client;

import io.acp4j.schema.Unstable;

/**
 * A temporary fork. Closing the scope ends the session of the fork. Safe for use by any number of threads.
 *
 * @see SessionForks#scope()
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public interface ForkScope extends AutoCloseable {

    /**
     * Returns the session of the fork.
     *
     * @return the session
     */
    ClientSession session();

    /**
     * Closes and deletes the session, as far as the agent advertises these methods, and waits for the responses. Closing also cancels a
     * running turn. This client forgets the session in any case. A second call does nothing.
     *
     * @throws io.acp4j.rpc.AcpException if the agent refuses or is gone; deletion is tried even if closing fails
     */
    @Override
    void close();
}
