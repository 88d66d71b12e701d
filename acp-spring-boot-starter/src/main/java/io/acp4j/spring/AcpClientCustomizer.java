package io.acp4j.spring;

import io.acp4j.client.AcpClientBuilder;

/**
 * Adds to the client of the application before it is connected. Beans of this type are called in their order ({@code @Order}),
 * after what the properties and other beans say; the last one wins where two set the same. What is about connections belongs
 * into an {@link AcpConnectionCustomizer}.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface AcpClientCustomizer {

    /**
     * Adds to the client.
     *
     * @param client the builder, which has the name, the listeners, the host services and the connection options already
     */
    void customize(AcpClientBuilder client);
}
