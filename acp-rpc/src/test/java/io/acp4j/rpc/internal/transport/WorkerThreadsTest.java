package io.acp4j.rpc.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

@Execution(ExecutionMode.CONCURRENT)
class WorkerThreadsTest {

    static final List<Arguments> THREADS = List.of(
            argumentSet("pooled", new WorkerThreads("test-pooled-", 4, null)),
            argumentSet("onePerTask", new WorkerThreads("test-each-", 4, Thread::new)),
            argumentSet("ofThisJvm", new WorkerThreads("test-jvm-", 4)));

    @ParameterizedTest
    @FieldSource("THREADS")
    void tasksThatComeAfterTheShutdownRunOnThreadsOfTheirOwnHoweverManyThereAre(WorkerThreads threads)
            throws InterruptedException {
        threads.shutdown();
        Set<Thread> callers = ConcurrentHashMap.newKeySet();
        callers.add(Thread.currentThread());
        CountDownLatch left = new CountDownLatch(20_000);
        // Each starts the next one, as a lane does: on the caller's thread they would lie on its stack all at once.
        Runnable[] next = new Runnable[1];
        next[0] = () -> {
            left.countDown();
            if (left.getCount() > 0) {
                threads.execute(next[0]);
            }
        };
        threads.execute(next[0]);
        // Many steps, each of which a busy machine may delay: only a minute without any is too long.
        long before;
        do {
            before = left.getCount();
        } while (!left.await(60, TimeUnit.SECONDS) && left.getCount() < before);
        assertThat(left.getCount()).isZero();
        threads.execute(() -> callers.remove(Thread.currentThread()));
        assertThat(callers).containsExactly(Thread.currentThread());
    }
}
