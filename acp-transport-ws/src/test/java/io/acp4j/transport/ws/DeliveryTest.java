package io.acp4j.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.client.AcpClient;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.rpc.transport.TextFrame;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** On which thread frames are delivered, and what that costs others. */
class DeliveryTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Notes the threads that deliver; tells what it is told to tell about itself. */
    private static final class ThreadListener extends RecordingListener {

        private final boolean mayBlock;
        private final List<String> threads = new CopyOnWriteArrayList<>();

        ThreadListener(boolean mayBlock) {
            this.mayBlock = mayBlock;
        }

        @Override
        public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
            threads.add(Thread.currentThread().getName());
            return super.onFrame(buffer, offset, length);
        }

        @Override
        public boolean mayBlock() {
            return mayBlock;
        }
    }

    private static List<String> threadsThatDeliver(boolean mayBlock) throws Exception {
        try (Pair pair = new Pair(server -> server.threads(1))) {
            WsTransport client = Pair.client(pair.server.uri()).connect();
            ThreadListener listener = new ThreadListener(mayBlock);
            pair.accepted().start(listener);
            client.start(new RecordingListener());
            for (int i = 1; i <= 5; i++) {
                int sent = i;
                client.send(new TextFrame("{\"number\":" + i + "}"));
                await().atMost(PATIENCE).until(() -> listener.frameCount() == sent);
            }
            client.close();
            return listener.threads;
        }
    }

    @Test
    void eventLoopDeliversToAListenerThatNeverWaits() throws Exception {
        assertThat(threadsThatDeliver(false))
                .hasSize(5)
                .allSatisfy(name -> assertThat(name).startsWith("acp-ws-server-io"));
    }

    @Test
    void workersDeliverToAListenerThatMayWait() throws Exception {
        assertThat(threadsThatDeliver(true))
                .hasSize(5)
                .allSatisfy(name -> assertThat(name).startsWith("acp-ws-server-worker"));
    }

    @Test
    void clientThatIsServedTooSlowlyDoesNotHoldOthersOfItsEventLoop() throws Exception {
        int notes = 4_000;
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger handled = new AtomicInteger();
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        AcpAgent agent = AcpAgent.builder()
                .info("agent", "1")
                .onPrompt(turn -> turn.say("done"))
                .onOtherNotification((method, params, connection) -> {
                    stuck.countDown();
                    if (!goOn.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                        throw new AssertionError("nobody has let the handler go on");
                    }
                    handled.incrementAndGet();
                })
                .options(ConnectionOptions.builder()
                        .maxQueuedInboundBytes(64 * 1024)
                        .build())
                .build();
        try (WsServer server = WsServer.builder(agent::serve).threads(1).start();
                RawSocket raw = RawSocket.open(server)) {
            raw.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\","
                    + "\"params\":{\"protocolVersion\":1,\"clientCapabilities\":{}}}");
            raw.read();
            Thread sender = new Thread(() -> {
                String pad = "x".repeat(500);
                try {
                    for (int i = 0; i < notes; i++) {
                        raw.send(
                                "{\"jsonrpc\":\"2.0\",\"method\":\"_test/note\",\"params\":{\"pad\":\"" + pad + "\"}}");
                    }
                } catch (IOException e) {
                    failure.set(e);
                }
            });
            sender.start();
            assertThat(stuck.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            try (AcpClient other = AcpClient.builder(
                            WsTransport.connect(server.uri().toString()))
                    .connect()) {
                for (int i = 0; i < 20; i++) {
                    other.newSession(Path.of("/")).prompt("Are you there?");
                }
            }
            goOn.countDown();
            sender.join(PATIENCE.toMillis());
            assertThat(failure.get()).isNull();
            await().atMost(PATIENCE).until(() -> handled.get() == notes);
        }
    }
}
