package io.acp4j.rpc.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
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
    void tasksThatComeAfterTheShutdownRunAndNoneOnTheStackOfAnother(WorkerThreads threads) throws InterruptedException {
        threads.shutdown();
        ThreadLocal<Boolean> busy = ThreadLocal.withInitial(() -> false);
        AtomicInteger nested = new AtomicInteger();
        CountDownLatch left = new CountDownLatch(2_000);
        // Each starts the next one, as a lane does.
        Runnable[] next = new Runnable[1];
        next[0] = () -> {
            if (busy.get()) {
                nested.incrementAndGet();
            }
            busy.set(true);
            left.countDown();
            if (left.getCount() > 0) {
                threads.execute(next[0]);
            }
            busy.set(false);
        };
        busy.set(true);
        threads.execute(next[0]);
        awaitSteps(left);
        assertThat(nested).hasValue(0);
    }

    @Test
    void taskThatIsQueuedJustAfterTheLastThreadHasEndedRuns() throws InterruptedException {
        CountDownLatch left = new CountDownLatch(1);
        WorkerThreads.queue(left::countDown, WorkerThreads.pool("test-ended-", 4));
        awaitSteps(left);
    }

    @Test
    void tasksForWhichThereIsNoThreadRunLater() throws InterruptedException {
        WorkerThreads threads = new WorkerThreads("test-one-", 1, null);
        CountDownLatch left = new CountDownLatch(1000);
        for (int n = 0; n < 1000; n++) {
            threads.execute(left::countDown);
        }
        awaitSteps(left);
    }

    /** In Java 17, a thread that waits in a {@code LinkedTransferQueue} with a timeout may spin for ever (JDK-8301341). */
    @Test
    void threadsThatHaveNothingToDoEndHoweverManyComeAndGoAtOnce() throws InterruptedException {
        List<ThreadPoolExecutor> pools = new ArrayList<>();
        for (int round = 0; round < 500; round++) {
            ThreadPoolExecutor pool = WorkerThreads.pool("test-come-and-go-", 8);
            pool.setKeepAliveTime(1, TimeUnit.MILLISECONDS);
            pools.add(pool);
            CountDownLatch left = new CountDownLatch(200);
            for (int n = 0; n < 100; n++) {
                pool.execute(() -> {
                    pool.execute(left::countDown);
                    left.countDown();
                });
            }
            awaitSteps(left);
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> pools.stream().allMatch(pool -> pool.getPoolSize() == 0));
    }

    @Test
    void threadIsMadeForATaskForWhichNoneIsIdle() throws InterruptedException {
        ThreadPoolExecutor pool = WorkerThreads.pool("test-all-busy-", 8);
        CountDownLatch together = new CountDownLatch(8);
        CountDownLatch left = new CountDownLatch(8);
        for (int n = 0; n < 8; n++) {
            pool.execute(() -> {
                together.countDown();
                try {
                    // None of them ends before all of them run.
                    if (together.await(60, TimeUnit.SECONDS)) {
                        left.countDown();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        awaitSteps(left);
    }

    /** Many steps, each of which a busy machine may delay: only a minute without any is too long. */
    private static void awaitSteps(CountDownLatch left) throws InterruptedException {
        long before;
        do {
            before = left.getCount();
        } while (!left.await(60, TimeUnit.SECONDS) && left.getCount() < before);
        assertThat(left.getCount()).isZero();
    }
}
