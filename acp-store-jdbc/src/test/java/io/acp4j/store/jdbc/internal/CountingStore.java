package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Counts what one thread asks of a store, and how many rows it is given: what takes the time, without a clock. What others do
 * meanwhile, such as prolonging leases, is not counted.
 */
final class CountingStore implements SessionStore {

    private final SessionStore store;
    private final AtomicLong work = new AtomicLong();
    private volatile @Nullable Thread counted;

    CountingStore(SessionStore store) {
        this.store = store;
    }

    /** Returns how many calls the action made on this thread, and how many rows came of them. */
    long count(Runnable action) {
        counted = Thread.currentThread();
        long before = work.get();
        action.run();
        return work.get() - before;
    }

    @Override
    public <T> T read(Function<? super StoreView, T> action) {
        return store.read(view -> action.apply(counted(StoreView.class, view)));
    }

    @Override
    public <T> T write(Function<? super StoreTransaction, T> action) {
        return store.write(transaction -> action.apply(counted(StoreTransaction.class, transaction)));
    }

    private <V> V counted(Class<V> type, V view) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    try {
                        Object result = method.invoke(view, given);
                        if (Thread.currentThread().equals(counted)) {
                            work.addAndGet(1 + (result instanceof Collection<?> rows ? rows.size() : 0));
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    @Override
    public void close() {
        store.close();
    }
}
