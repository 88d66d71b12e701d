package io.acp4j.rpc.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

@Execution(ExecutionMode.CONCURRENT)
class WorkerThreadsTest {

    static final List<Arguments> THREADS = List.of(
            argumentSet("pooled", new WorkerThreads(WorkerThreads.pooledThreads("test-pooled-", null), 4, false)),
            argumentSet("onePerTask", new WorkerThreads(Thread::new, 4, true)),
            argumentSet("ofThisJvm", new WorkerThreads("test-jvm-", 4)),
            argumentSet("shared", WorkerThreads.shared("test-shared-")));

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
        WorkerThreads.queue(left::countDown, WorkerThreads.pool(WorkerThreads.pooledThreads("test-ended-", null), 4));
        awaitSteps(left);
    }

    @Test
    void tasksForWhichThereIsNoThreadRunLater() throws InterruptedException {
        WorkerThreads threads = new WorkerThreads(WorkerThreads.pooledThreads("test-one-", null), 1, false);
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
            ThreadPoolExecutor pool = WorkerThreads.pool(WorkerThreads.pooledThreads("test-come-and-go-", null), 8);
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
        ThreadPoolExecutor pool = WorkerThreads.pool(WorkerThreads.pooledThreads("test-all-busy-", null), 8);
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

    /** What a thread has from those who were there before its task. */
    private record Inherited(
            @Nullable ThreadGroup group,
            @Nullable ClassLoader loader,
            @Nullable String local) {}

    private static final InheritableThreadLocal<String> LOCAL = new InheritableThreadLocal<>();

    private static Inherited inheritedBy(Function<ClassLoader, WorkerThreads> make) throws Exception {
        ThreadGroup group = new ThreadGroup("caller");
        CompletableFuture<Inherited> found = new CompletableFuture<>();
        ClassLoader ofMaker = new URLClassLoader(new URL[0]);
        Thread caller = new Thread(group, () -> {
            Thread.currentThread().setContextClassLoader(ofMaker);
            WorkerThreads threads = make.apply(ofMaker);
            Thread.currentThread().setContextClassLoader(new URLClassLoader(new URL[0]));
            LOCAL.set("of the caller");
            threads.execute(() -> {
                Thread thread = Thread.currentThread();
                ClassLoader loader = thread.getContextClassLoader();
                found.complete(new Inherited(
                        group.parentOf(thread.getThreadGroup()) ? thread.getThreadGroup() : null,
                        loader instanceof URLClassLoader && loader != ofMaker ? loader : null,
                        LOCAL.get()));
            });
        });
        caller.start();
        return found.get(60, TimeUnit.SECONDS);
    }

    @Test
    void sharedThreadsTakeNothingOverFromACaller() throws Exception {
        assertThat(inheritedBy(loader -> WorkerThreads.shared("test-nobodys-")))
                .isEqualTo(new Inherited(null, null, null));
    }

    @Test
    void threadsHaveTheClassLoaderOfTheirMakerAndNoThreadLocalsOfThoseWhoBringWork() throws Exception {
        Inherited ofThisJvm = inheritedBy(loader -> new WorkerThreads("test-own-"));
        Inherited pooled = inheritedBy(
                loader -> new WorkerThreads(WorkerThreads.pooledThreads("test-own-pooled-", loader), 4, false));
        for (Inherited inherited : List.of(ofThisJvm, pooled)) {
            assertThat(inherited.loader()).isNull();
            assertThat(inherited.local()).isNull();
        }
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
