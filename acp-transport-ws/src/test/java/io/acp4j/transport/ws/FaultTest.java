package io.acp4j.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.rpc.transport.TextFrame;
import io.acp4j.rpc.transport.TransportClosedException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What networks do to connections, done by a real proxy on real sockets; the server goes on serving others. */
class FaultTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final WsLimits LIMITS =
            WsLimits.builder().closeTimeout(Duration.ofMillis(500)).build();

    /** For what is to be noticed because nothing comes any more. */
    private static final WsLimits WATCHFUL = LIMITS.toBuilder()
            .keepAlive(Duration.ofSeconds(1), Duration.ofSeconds(5))
            .slowReaderTimeout(Duration.ofSeconds(5))
            .build();

    private static WsTransportBuilder through(FaultProxy proxy) {
        return WsTransport.builder(URI.create("ws://localhost:" + proxy.port()))
                .limits(LIMITS)
                .handshakeTimeout(PATIENCE);
    }

    /** Sends back what it gets. */
    private static void echo(WsTransport transport) {
        transport.start(new RecordingListener() {
            @Override
            public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
                try {
                    transport.offer(new TextFrame(new String(buffer, offset, length, StandardCharsets.UTF_8)));
                } catch (TransportClosedException e) {
                    throw new IllegalStateException("the transport ended while it delivered", e);
                }
                return super.onFrame(buffer, offset, length);
            }
        });
    }

    /** Connects directly to a server that echoes, and sees an echo. */
    private static void assertServes(WsServer server) throws Exception {
        WsTransport client = WsTransport.builder(server.uri()).connect();
        RecordingListener near = new RecordingListener();
        client.start(near);
        client.send(new TextFrame("there and back"));
        await().atMost(PATIENCE).until(() -> near.frameCount() == 1);
        client.close();
        assertThat(client.closed().toCompletableFuture()).succeedsWithin(PATIENCE);
    }

    /** Takes the next connection, and lets the server echo on all that follow. */
    private static void assertServes(Pair pair) throws Exception {
        CompletableFuture<Void> echoing = CompletableFuture.runAsync(() -> {
            try {
                echo(pair.accepted());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertServes(pair.server);
        assertThat(echoing).succeedsWithin(PATIENCE);
    }

    /** A transport that has closed has not waited for its listener longer than its time-out to close. */
    private static void assertThatEndIsHeardOf(RecordingListener listener) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(listener.ends()).hasSize(1));
    }

    private static Pair pair() {
        return pair(LIMITS);
    }

    private static Pair pair(WsLimits limits) {
        return new Pair(server -> server.limits(limits).handshakeTimeout(PATIENCE));
    }

    @Test
    void handshakeCutOffAtAnyByteIsATypedErrorOnTheClient() throws Exception {
        try (WsServer server = WsServer.builder(FaultTest::echo)
                .anyFirstMessage()
                .limits(LIMITS)
                .start()) {
            long request;
            long response;
            try (FaultProxy counting = FaultProxy.to(server.port())) {
                WsTransport whole = through(counting).connect();
                request = counting.up();
                response = counting.down();
                whole.close();
            }
            assertThat(request).isBetween(100L, 2000L);
            assertThat(response).isBetween(100L, 2000L);
            for (int at = 0; at < response; at++) {
                assertCutIsReported(server, at, false);
            }
            for (int at = 0; at < request; at++) {
                assertCutIsReported(server, at, true);
            }
            assertServes(server);
            await().atMost(PATIENCE).until(() -> server.connections() == 0);
        }
    }

    private static void assertCutIsReported(WsServer server, int at, boolean up) throws Exception {
        try (FaultProxy proxy = FaultProxy.to(server.port())) {
            if (up) {
                proxy.cutUpAt(at);
            } else {
                proxy.cutDownAt(at);
            }
            Throwable failure = catchThrowable(() -> through(proxy).connect());
            assertThat(failure)
                    .as("cut %s at byte %d", up ? "of the request" : "of the response", at)
                    .isInstanceOf(WsConnectException.class);
        }
    }

    @Test
    void messagesSurviveBeingHandedOnByteByByte() throws Exception {
        try (Pair pair = pair();
                FaultProxy proxy = FaultProxy.to(pair.server.port()).inPieces(1)) {
            WsTransport client = through(proxy).connect();
            RecordingListener near = new RecordingListener();
            RecordingListener far = new RecordingListener();
            client.start(near);
            WsTransport server = pair.accepted();
            server.start(far);
            List<String> texts =
                    IntStream.range(0, 50).mapToObj(i -> "{\"é\":" + i + "}").toList();
            for (String text : texts) {
                client.send(new TextFrame(text));
                server.send(new TextFrame(text));
            }
            await().atMost(PATIENCE).until(() -> near.frameCount() == 50 && far.frameCount() == 50);
            assertThat(near.frames()).isEqualTo(texts);
            assertThat(far.frames()).isEqualTo(texts);
            client.close();
            assertThat(server.closed().toCompletableFuture()).succeedsWithin(PATIENCE);
        }
    }

    @Test
    void halfOpenConnectionIsNoticedByBothSides() throws Exception {
        try (Pair pair = pair(WATCHFUL);
                FaultProxy proxy = FaultProxy.to(pair.server.port())) {
            WsTransport client = through(proxy).limits(WATCHFUL).connect();
            RecordingListener near = new RecordingListener();
            RecordingListener far = new RecordingListener();
            client.start(near);
            WsTransport server = pair.accepted();
            server.start(far);
            proxy.stall();
            for (WsTransport side : List.of(client, server)) {
                assertThat(side.closed().toCompletableFuture())
                        .succeedsWithin(PATIENCE)
                        .satisfies(reason -> assertThat(reason.kind()).isEqualTo(CloseReason.Kind.FAILURE));
            }
            assertThatEndIsHeardOf(near);
            assertThatEndIsHeardOf(far);
            assertServes(pair);
        }
    }

    @Test
    void stalledReaderReleasesItsSender() throws Exception {
        try (Pair pair = pair(WATCHFUL);
                FaultProxy proxy = FaultProxy.to(pair.server.port())) {
            WsTransport client = through(proxy).limits(WATCHFUL).connect();
            client.start(new RecordingListener());
            WsTransport server = pair.accepted();
            server.start(new RecordingListener());
            proxy.stall();
            AtomicReference<@Nullable Throwable> outcome = new AtomicReference<>();
            Thread sender = new Thread(() -> outcome.set(catchThrowable(() -> {
                while (true) {
                    server.send(new TextFrame("x".repeat(100_000)));
                }
            })));
            sender.start();
            sender.join(PATIENCE.toMillis());
            assertThat(outcome.get()).isInstanceOf(TransportClosedException.class);
            assertServes(pair);
        }
    }

    @Test
    void resetInTheMiddleOfAFrameIsAFailureAndDeliversNoPart() throws Exception {
        try (Pair pair = pair()) {
            for (int extra : new int[] {1, 3, 7, 50, 500, 5_000, 200_000, 299_000}) {
                try (FaultProxy proxy = FaultProxy.to(pair.server.port())) {
                    WsTransport client = through(proxy).connect();
                    client.start(new RecordingListener());
                    RecordingListener far = new RecordingListener();
                    WsTransport server = pair.accepted();
                    server.start(far);
                    client.send(new TextFrame("{}"));
                    await().atMost(PATIENCE).until(() -> far.frameCount() == 1);
                    proxy.cutUpAt(proxy.up() + extra);
                    // The reset may come while the frame is still being written, or only after that.
                    Throwable refusal =
                            catchThrowable(() -> client.send(new TextFrame("\"" + "x".repeat(300_000) + "\"")));
                    assertThat(refusal)
                            .satisfiesAnyOf(
                                    none -> assertThat(none).isNull(),
                                    lost -> assertThat(lost).isInstanceOf(TransportClosedException.class));
                    for (WsTransport side : List.of(client, server)) {
                        assertThat(side.closed().toCompletableFuture())
                                .as("reset after %d bytes of a frame", extra)
                                .succeedsWithin(PATIENCE)
                                .satisfies(reason -> assertThat(reason.kind()).isEqualTo(CloseReason.Kind.FAILURE));
                    }
                    assertThatEndIsHeardOf(far);
                    assertThat(far.frames()).containsExactly("{}");
                }
            }
            assertServes(pair);
        }
    }

    @Test
    void lossWhileTheListenerIsHeldReleasesTheTransportInBoundedTime() throws Exception {
        try (Pair pair = pair();
                FaultProxy proxy = FaultProxy.to(pair.server.port())) {
            WsTransport client = through(proxy).connect();
            client.start(new RecordingListener());
            RecordingListener far = new RecordingListener();
            far.pause();
            WsTransport server = pair.accepted();
            server.start(far);
            client.send(new TextFrame("held"));
            client.send(new TextFrame("waiting"));
            proxy.reset();
            assertThat(server.closed().toCompletableFuture()).succeedsWithin(PATIENCE);
            far.resume();
            await().atMost(PATIENCE).until(() -> !far.ends().isEmpty());
            assertThat(far.violations()).isZero();
        }
    }
}
