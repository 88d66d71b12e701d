package io.acp4j.agent.store;

import io.acp4j.agent.internal.memory.InMemoryStore;
import java.util.function.Function;

/**
 * Keeps sessions and their conversations.
 *
 * <p>Safe for use by any number of threads, and, where the store says so, of processes. An implementation extends the
 * contract test in this module's test fixtures.
 *
 * <p>Transactions are short: nothing in them waits for people, models or peers.
 *
 * @since 0.1.0
 */
public interface SessionStore extends AutoCloseable {

    /**
     * Makes a store that keeps everything in memory until it is closed or collected.
     *
     * @return an empty store, for this process only
     */
    static SessionStore inMemory() {
        return new InMemoryStore();
    }

    /**
     * Reads. All that the action sees belongs to one moment.
     *
     * @param <T> the type of the result
     * @param action reads; may be run again after a conflict, so it must do nothing else
     * @return what the action gave
     * @throws SessionStoreException when the store cannot be read
     */
    <T> T read(Function<? super StoreView, T> action);

    /**
     * Writes: either all that the action writes is stored when the call returns, durably if the store is a durable one, or
     * nothing of it.
     *
     * @param <T> the type of the result
     * @param action reads and writes; may be run again after a conflict, so it must do nothing else. What it throws is
     *     thrown on, and nothing is stored
     * @return what the action gave
     * @throws SessionStoreException when the store cannot be written
     */
    <T> T write(Function<? super StoreTransaction, T> action);

    /** Closes the store; what is stored durably stays. Doing so again has no effect. */
    @Override
    void close();
}
