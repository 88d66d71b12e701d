package io.acp4j.rpc.internal.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.Registration;
import io.acp4j.rpc.RequestCancelledException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class CancellationSourceTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<String> ran = new ArrayList<>();
    private final CancellationSource source = new CancellationSource(Runnable::run);

    @Test
    void actionsRunOnceInTheOrderOfTheirRegistration() {
        source.onCancel(() -> ran.add("1"));
        source.onCancel(() -> {
            throw new AssertionError("stops no other");
        });
        source.onCancel(() -> ran.add("2"));
        source.cancel();
        source.cancel();
        source.onCancel(() -> ran.add("late"));

        assertThat(ran).containsExactly("1", "2", "late");
        assertThat(source.isCancelled()).isTrue();
        assertThatThrownBy(source::throwIfCancelled).isInstanceOf(RequestCancelledException.class);
    }

    @Test
    void actionTakenBackDoesNotRun() {
        Registration registration = source.onCancel(() -> ran.add("taken back"));
        registration.close();
        registration.close();
        source.cancel();

        assertThat(ran).isEmpty();
    }

    @Test
    void actionThatTakesItselfBackIsFine() {
        List<Registration> own = new ArrayList<>();
        own.add(source.onCancel(() -> {
            own.get(0).close();
            ran.add("ran");
        }));
        source.cancel();

        assertThat(ran).containsExactly("ran");
    }

    @Test
    void stageCompletesOnCancellationOnly() {
        CompletableFuture<Void> first = source.whenCancelled().toCompletableFuture();
        CompletableFuture<Void> second = source.whenCancelled().toCompletableFuture();
        assertThat(first).isNotDone();
        assertThatCode(source::throwIfCancelled).doesNotThrowAnyException();
        source.cancel();

        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
        assertThat(source.whenCancelled().toCompletableFuture()).isCompleted();
    }

    @Test
    void executorThatRefusesLeavesTheActionToTheCancellingThread() {
        CancellationSource refused = new CancellationSource(task -> {
            throw new RejectedExecutionException();
        });
        refused.onCancel(() -> ran.add(Thread.currentThread().getName()));
        refused.cancel();

        assertThat(ran).containsExactly(Thread.currentThread().getName());
    }

    @Test
    void actionTakenBackIsForgotten() {
        Object[] held = {new byte[1024]};
        WeakReference<Object> reference = new WeakReference<>(held[0]);
        Object captured = held[0];
        source.onCancel(new Holding(captured)).close();
        captured = null;
        held[0] = "";

        await().atMost(PATIENCE).until(() -> {
            System.gc();
            return reference.get() == null;
        });
    }

    private record Holding(Object held) implements Runnable {
        @Override
        public void run() {}
    }
}
