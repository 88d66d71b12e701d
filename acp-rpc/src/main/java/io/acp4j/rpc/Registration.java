package io.acp4j.rpc;

/**
 * The registration of a listener or of an action, which {@link #close} removes.
 *
 * <p>Safe for use by any thread. Closing a registration again has no effect.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface Registration extends AutoCloseable {

    /** Removes the listener or action. A call that has begun continues. */
    @Override
    void close();
}
