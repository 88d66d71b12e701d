package io.acp4j.client.supervise;

import io.acp4j.client.AcpClient;

/**
 * Does what a new connection needs before its sessions can be opened: authenticates, for instance.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface ClientPreparation {

    /**
     * Prepares a client that has just been initialized; may call the agent and wait.
     *
     * @param client the client
     * @throws Exception to count the attempt as failed
     */
    void prepare(AcpClient client) throws Exception;
}
