package io.acp4j.benchmarks.fork;

import io.acp4j.agent.store.SessionStore;
import java.lang.management.ManagementFactory;

/** The in-memory store; its size is that of the live heap. */
final class InMemorySubject implements Subject {

    private final SessionStore store = SessionStore.inMemory();

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public SessionStore store() {
        return store;
    }

    @Override
    public long bytes() {
        long used = collected();
        for (int i = 0; i < 10; i++) {
            long again = collected();
            if (used - again < 4_096) {
                return again;
            }
            used = again;
        }
        return used;
    }

    private static long collected() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @Override
    public void close() {
        store.close();
    }
}
