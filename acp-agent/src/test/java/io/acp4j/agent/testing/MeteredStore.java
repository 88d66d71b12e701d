package io.acp4j.agent.testing;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.store.StoredSession;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A store that counts the transactions of requests, and records the stack of each transaction and of each insertion of a session. The
 * renewal of leases is not counted, since it belongs to no request.
 */
public final class MeteredStore implements SessionStore {

    private static final String RENEWAL_THREAD = "acp4j-leases";

    private static final Pattern TEST_CLASS = Pattern.compile("Test$|\\$Proxy|Counted");

    private final SessionStore store;
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();
    private final List<List<StackTraceElement>> transactions = new CopyOnWriteArrayList<>();
    private final List<Set<String>> insertions = new CopyOnWriteArrayList<>();

    /** Counts the transactions of another store, which is closed with this one. */
    public MeteredStore(SessionStore store) {
        this.store = store;
    }

    /** Returns the number of transactions since the last call, and forgets them. */
    public int takeTransactions() {
        transactions.clear();
        insertions.clear();
        return reads.getAndSet(0) + writes.getAndSet(0);
    }

    /** Returns the stacks of the transactions since the last call of {@link #takeTransactions}. */
    public List<List<StackTraceElement>> stacks() {
        return List.copyOf(transactions);
    }

    /** Returns the classes between the handler of a request and the inserted row, for each session that was inserted. */
    public List<Set<String>> insertions() {
        return List.copyOf(insertions);
    }

    /** Returns the classes of an agent and its store on a stack, without those of tests. */
    public static Set<String> agentClasses(StackTraceElement[] stack) {
        Set<String> classes = new LinkedHashSet<>();
        for (StackTraceElement frame : stack) {
            String name = frame.getClassName();
            boolean isOurs = name.startsWith("io.acp4j.agent.") || name.startsWith("io.acp4j.store.");
            if (isOurs
                    && !name.contains(".testing.")
                    && !TEST_CLASS.matcher(name).find()) {
                classes.add(name);
            }
        }
        return classes;
    }

    @Override
    public <T> T read(Function<? super StoreView, T> action) {
        count(reads);
        return store.read(action);
    }

    @Override
    public <T> T write(Function<? super StoreTransaction, T> action) {
        count(writes);
        return store.write(transaction -> action.apply(recording(transaction)));
    }

    private void count(AtomicInteger counter) {
        if (!Thread.currentThread().getName().equals(RENEWAL_THREAD)) {
            counter.incrementAndGet();
            transactions.add(List.of(new Throwable().getStackTrace()));
        }
    }

    private StoreTransaction recording(StoreTransaction transaction) {
        return (StoreTransaction) Proxy.newProxyInstance(
                StoreTransaction.class.getClassLoader(),
                new Class<?>[] {StoreTransaction.class},
                (proxy, method, given) -> {
                    if (method.getName().equals("insert") && given[0] instanceof StoredSession) {
                        Set<String> classes = agentClasses(new Throwable().getStackTrace());
                        classes.add(transaction.getClass().getName());
                        insertions.add(classes);
                    }
                    try {
                        return method.invoke(transaction, given);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public void close() {
        store.close();
    }
}
