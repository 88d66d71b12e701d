package io.acp4j.transport.ws.jakarta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.internal.transport.WorkerThreads;
import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.rpc.transport.TextFrame;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.transport.ws.WsLimits;
import io.acp4j.transport.ws.internal.jakarta.SessionSettings;
import io.acp4j.transport.ws.internal.jakarta.SessionWire;
import jakarta.websocket.RemoteEndpoint;
import jakarta.websocket.Session;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A container that blocks whoever sends and whoever closes, for as long as the peer does not read. */
class BlockedWriteTest {

    private static final Duration GENEROUS = Duration.ofSeconds(60);

    private final CountDownLatch blocked = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);

    private Object block() throws InterruptedException {
        blocked.countDown();
        never.await();
        throw new IllegalStateException("the session is closed");
    }

    private Session session() {
        RemoteEndpoint.Async remote = (RemoteEndpoint.Async) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {RemoteEndpoint.Async.class},
                (self, method, arguments) -> method.getName().startsWith("send") ? block() : null);
        return (Session) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Session.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "getAsyncRemote" -> remote;
                    case "close" -> block();
                    default -> null;
                });
    }

    @Test
    void closeReleasesSendersAndEndsThoughTheContainerNeverReturns() throws Exception {
        WorkerThreads workers = new WorkerThreads("test-blocked-");
        WsLimits limits = WsLimits.builder()
                .maxQueuedBytes(10)
                .closeTimeout(Duration.ofMillis(200))
                .build();
        SessionWire wire = new SessionWire(session(), new SessionSettings(limits, false, false, workers));
        wire.open();
        RecordingListener listener = new RecordingListener();
        wire.transport().start(listener);
        AtomicReference<@Nullable Throwable> outcome = new AtomicReference<>();
        Thread sender = new Thread(() -> {
            try {
                while (true) {
                    wire.transport().send(new TextFrame("0123456789"));
                }
            } catch (TransportClosedException | InterruptedException e) {
                outcome.set(e);
            }
        });
        sender.start();
        blocked.await();
        await().atMost(GENEROUS)
                .until(() ->
                        sender.getState() == Thread.State.WAITING || sender.getState() == Thread.State.TIMED_WAITING);
        assertThat(wire.transport().send(new TextFrame("bounded"), 10, TimeUnit.MILLISECONDS))
                .isFalse();
        wire.transport().close();
        sender.join(GENEROUS.toMillis());
        assertThat(outcome.get()).isInstanceOf(TransportClosedException.class);
        assertThat(wire.transport().closed().toCompletableFuture()).succeedsWithin(GENEROUS);
        await().atMost(GENEROUS).until(() -> listener.ends().size() == 1);
        assertThatThrownBy(() -> wire.transport().send(new TextFrame("late")))
                .isInstanceOf(TransportClosedException.class);
        never.countDown();
        workers.shutdown();
    }
}
