package io.acp4j.spring;

import io.acp4j.agent.AcpAgentBuilder;

/**
 * Adds to the agent of the application before it is built. Beans of this type are called in their order ({@code @Order}), after
 * what the properties and other beans say; the last one wins where two set the same. What is about connections belongs into an
 * {@link AcpConnectionCustomizer}.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface AcpAgentCustomizer {

    /**
     * Adds to the agent.
     *
     * @param agent the builder, which has the prompt handler, the sessions and the connection options already
     */
    void customize(AcpAgentBuilder agent);
}
