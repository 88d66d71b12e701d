package io.acp4j.rpc.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.List;
import java.util.concurrent.CountDownLatch;
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

    /** Many steps, each of which a busy machine may delay: only a minute without any is too long. */
    private static void awaitSteps(CountDownLatch left) throws InterruptedException {
        long before;
        do {
            before = left.getCount();
        } while (!left.await(60, TimeUnit.SECONDS) && left.getCount() < before);
        assertThat(left.getCount()).isZero();
    }
}
