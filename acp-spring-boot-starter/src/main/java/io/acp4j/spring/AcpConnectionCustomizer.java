package io.acp4j.spring;

import io.acp4j.rpc.ConnectionOptions;

/**
 * Adds to the options of all connections of the application, its agent's and its client's: limits, time-outs, listeners. All
 * beans of this type are given the same builder one after the other, in their order ({@code @Order}), so that none replaces what
 * another one has added.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface AcpConnectionCustomizer {

    /**
     * Adds to the options.
     *
     * @param options the builder, which has all beans of type {@link io.acp4j.rpc.ConnectionObserver} already
     */
    void customize(ConnectionOptions.Builder options);
}
