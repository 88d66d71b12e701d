package io.acp4j.agent.internal.memory;

import java.util.Collection;
import java.util.Map;

/** Keeps maps of collections free of empty ones. */
public final class Indexes {

    private Indexes() {}

    /** Removes a value from the collection under a key, and the key with the last value. */
    static <K, V, C extends Collection<V>> void remove(Map<K, C> index, K key, V value) {
        C values = index.get(key);
        if (values != null) {
            values.remove(value);
            if (values.isEmpty()) {
                index.remove(key);
            }
        }
    }
}
