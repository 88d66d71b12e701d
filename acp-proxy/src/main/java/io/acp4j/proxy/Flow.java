package io.acp4j.proxy;

/**
 * Which way a message goes through a proxy.
 *
 * @since 0.1.0
 */
public enum Flow {
    /** From the client towards the agent. */
    TO_AGENT,
    /** From the agent towards the client. */
    TO_CLIENT
}
