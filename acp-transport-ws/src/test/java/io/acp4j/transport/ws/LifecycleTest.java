package io.acp4j.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.rpc.transport.TextFrame;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.schema.RequestId;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How connections are kept and how they end. */
class LifecycleTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration NONE = Duration.ZERO;
    private static final int REFUSED = 3000;

    private static UnaryOperator<WsServerBuilder> limits(UnaryOperator<WsLimits.Builder> change) {
        return server -> server.limits(
                change.apply(WsLimits.builder().keepAlive(NONE, NONE).closeTimeout(SHORT))
                        .build());
    }

    private static WsCloseReason reason(WsTransport transport) {
        return (WsCloseReason) await().atMost(PATIENCE)
                .until(() -> transport.closed().toCompletableFuture().getNow(null), found -> found != null);
    }

    /** A race of the last connection's end with its result shows in one of some thousand attempts. */
    @Test
    void eachRefusedConnectionHasAResult() throws Exception {
        URI unused;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            unused = URI.create("ws://localhost:" + socket.getLocalPort() + "/acp");
        }
        for (int i = 0; i < REFUSED; i++) {
            assertThat(WsTransport.builder(unused).connectAsync())
                    .as("attempt %s", i)
                    .failsWithin(PATIENCE)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(WsConnectException.class);
        }
    }

    @Test
    void silentPeerIsPinged() throws Exception {
        try (Pair pair = new Pair(limits(limits -> limits.keepAlive(SHORT, PATIENCE)));
                RawSocket raw = RawSocket.open(pair.server)) {
            pair.accepted().start(new RecordingListener());
            assertThat(raw.read().opcode()).isEqualTo(9);
            raw.frame(0x8A);
            assertThat(raw.read().opcode()).isEqualTo(9);
        }
    }

    @Test
    void peerThatAnswersNoPingIsGivenUp() throws Exception {
        try (Pair pair = new Pair(limits(limits -> limits.keepAlive(SHORT, SHORT)));
                RawSocket raw = RawSocket.open(pair.server)) {
            RecordingListener listener = new RecordingListener();
            WsTransport transport = pair.accepted();
            transport.start(listener);
            assertThat(raw.readClose()).isEqualTo(1011);
            assertThat(reason(transport).kind()).isEqualTo(CloseReason.Kind.FAILURE);
            assertThat(reason(transport).description()).contains("ping");
            // It may be told later than the transport has closed, which waits 300 ms for it.
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(listener.ends()).hasSize(1));
        }
    }

    @Test
    void peersThatAnswerStayConnected() throws Exception {
        UnaryOperator<WsLimits.Builder> quick = limits -> limits.keepAlive(Duration.ofMillis(50), PATIENCE);
        try (Pair pair = new Pair(limits(quick))) {
            WsTransport client = Pair.client(pair.server.uri())
                    .limits(quick.apply(WsLimits.builder()).build())
                    .connect();
            WsTransport server = pair.accepted();
            client.start(new RecordingListener());
            server.start(new RecordingListener());
            await().during(Duration.ofSeconds(1))
                    .atMost(PATIENCE)
                    .until(() -> !client.closed().toCompletableFuture().isDone()
                            && !server.closed().toCompletableFuture().isDone());
            client.close();
            assertThat(reason(server).code()).isEqualTo(1000);
        }
    }

    @Test
    void manyIdleConnectionsAreHeldThroughPingPeriods() throws Exception {
        List<WsTransport> ends = new ArrayList<>();
        UnaryOperator<WsLimits.Builder> pinging = limits -> limits.keepAlive(Duration.ofMillis(100), PATIENCE);
        try (Pair pair = new Pair(limits(pinging));
                RawSocket raw = RawSocket.open(pair.server)) {
            pair.accepted().start(new RecordingListener());
            for (int i = 0; i < 100; i++) {
                ends.add(WsTransport.builder(pair.server.uri())
                        .limits(WsLimits.builder().keepAlive(NONE, NONE).build())
                        .connect());
                ends.add(pair.accepted());
            }
            ends.forEach(end -> end.start(new RecordingListener()));
            for (int period = 0; period < 5; period++) {
                assertThat(raw.read().opcode()).isEqualTo(9);
                raw.frame(0x8A);
            }
            assertThat(ends).noneMatch(end -> end.closed().toCompletableFuture().isDone());
            assertThat(pair.server.connections()).isEqualTo(101);
        }
    }

    @Test
    void connectionWithoutMessagesIsClosedWhereThatIsWanted() throws Exception {
        // A test that sends late is to find the socket open.
        try (Pair pair = new Pair(limits(limits -> limits.idleTimeout(SHORT).closeTimeout(PATIENCE)));
                RawSocket raw = RawSocket.open(pair.server)) {
            WsTransport transport = pair.accepted();
            transport.start(new RecordingListener());
            for (int i = 0; i < 5; i++) {
                raw.send("{}");
            }
            assertThat(raw.readClose()).isEqualTo(1008);
            raw.frame(0x88);
            assertThat(reason(transport).code()).isEqualTo(1008);
        }
    }

    @Test
    void slowReaderIsWaitedForAndThenClosed() throws Exception {
        try (Pair pair = new Pair(limits(limits -> limits.slowReaderTimeout(Duration.ofSeconds(1))));
                RawSocket raw = RawSocket.open(pair.server)) {
            WsTransport transport = pair.accepted();
            transport.start(new RecordingListener());
            String frame = "\"" + "x".repeat(256 * 1024) + "\"";
            int sent = 0;
            try {
                while (sent < 1000) {
                    transport.send(new TextFrame(frame));
                    sent++;
                }
            } catch (TransportClosedException e) {
                assertThat(e.reason())
                        .isInstanceOfSatisfying(
                                WsCloseReason.class,
                                why -> assertThat(why.code()).isEqualTo(1013));
            }
            assertThat(sent).isBetween(1, 999);
            assertThat(reason(transport).code()).isEqualTo(1013);
        }
    }

    @Test
    void slowReaderThatReadsOnIsToldTheCode() throws Exception {
        try (Pair pair = new Pair(limits(limits ->
                        limits.slowReaderTimeout(Duration.ofSeconds(1)).closeTimeout(PATIENCE)));
                RawSocket raw = RawSocket.open(pair.server)) {
            WsTransport transport = pair.accepted();
            RecordingListener listener = new RecordingListener();
            transport.start(listener);
            String frame = "\"" + "x".repeat(256 * 1024) + "\"";
            while (listener.ends().isEmpty()) {
                try {
                    transport.offer(new TextFrame(frame));
                } catch (TransportClosedException e) {
                    break;
                }
            }
            assertThat(raw.readClose()).isEqualTo(1013);
        }
    }

    @Test
    void firstMessageMustBeInitialize() throws Exception {
        for (String wrong : new String[] {
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\",\"params\":{}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"initialize\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"
        }) {
            RecordingListener listener = new RecordingListener();
            try (WsServer server = WsServer.builder(transport -> transport.start(listener))
                            .start();
                    RawSocket raw = RawSocket.open(server)) {
                raw.send(wrong);
                assertThat(raw.readClose()).isEqualTo(1002);
                await().atMost(PATIENCE).until(() -> !listener.ends().isEmpty());
                assertThat(listener.frames()).isEmpty();
            }
        }
    }

    @Test
    void unreadableMessageBeforeInitializeIsAnsweredByTheEngine() throws Exception {
        RecordingListener listener = new RecordingListener();
        String initialize = "{\"id\":0,\"params\":{\"method\":\"x\"},\"method\":\"initialize\"}";
        try (WsServer server =
                        WsServer.builder(transport -> transport.start(listener)).start();
                RawSocket raw = RawSocket.open(server)) {
            raw.send("{");
            raw.send(initialize);
            raw.send("{\"method\":\"session/cancel\"}");
            await().atMost(PATIENCE).until(() -> listener.frameCount() == 3);
            assertThat(listener.frames()).startsWith("{", initialize);
        }
    }

    @Test
    void shutdownTellsIdleClientsAtOnceAndBusyOnesWhenTheirTurnIsOver() throws Exception {
        try (Pair pair = new Pair(limits(limits -> limits.closeTimeout(PATIENCE)));
                RawSocket busy = RawSocket.open(pair.server)) {
            WsTransport serving = pair.accepted();
            RawSocket idle = RawSocket.open(pair.server);
            pair.accepted().start(new RecordingListener());
            Requests listener = new Requests();
            serving.start(listener);
            busy.send("{\"id\":1}");
            await().atMost(PATIENCE).until(() -> listener.frameCount() == 1);
            CompletionStage<Void> closed = pair.server.shutdown(Duration.ofMinutes(5));
            assertThat(idle.readClose()).isEqualTo(1001);
            idle.frame(0x88);
            serving.send(new TextFrame("an update"));
            assertThat(busy.read().text()).isEqualTo("an update");
            busy.send("an answer to a question in the turn");
            await().atMost(PATIENCE).until(() -> listener.frameCount() == 2);
            serving.send(new Answer());
            assertThat(busy.read().text()).isEqualTo("the answer");
            assertThat(busy.readClose()).isEqualTo(1001);
            busy.frame(0x88);
            assertThat(closed.toCompletableFuture()).succeedsWithin(PATIENCE);
            assertThat(reason(serving).code()).isEqualTo(1001);
            assertThat(reason(serving).kind()).isEqualTo(CloseReason.Kind.LOCAL);
        }
    }

    @Test
    void serverThatHasBeenClosedLeavesItsPort() throws Exception {
        int port;
        try (Pair pair = new Pair(limits(limits -> limits));
                WsTransport client = Pair.client(pair.server.uri()).connect()) {
            client.start(new RecordingListener());
            pair.accepted().start(new RecordingListener());
            port = pair.server.port();
        }
        // A process that another test starts at this moment may hold a copy of the socket until it has begun.
        await().atMost(PATIENCE).ignoreExceptionsInstanceOf(BindException.class).until(() -> bind(port));
    }

    private static boolean bind(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        }
    }

    @Test
    void shutdownEndsTurnsThatTakeTooLong() throws Exception {
        try (Pair pair = new Pair(limits(limits -> limits));
                RawSocket busy = RawSocket.open(pair.server)) {
            WsTransport serving = pair.accepted();
            Requests listener = new Requests();
            serving.start(listener);
            busy.send("{\"id\":1}");
            await().atMost(PATIENCE).until(() -> listener.frameCount() == 1);
            CompletionStage<Void> closed = pair.server.shutdown(SHORT);
            assertThat(busy.readClose()).isEqualTo(1001);
            assertThat(closed.toCompletableFuture()).succeedsWithin(PATIENCE);
        }
    }

    @Test
    void serverThatIsShutDownTakesNobodyAndEndsItsThreads() throws Exception {
        Pair pair = new Pair(limits(limits -> limits));
        URI uri = pair.server.uri();
        pair.close();
        pair.close();
        assertThat(pair.server.closed().toCompletableFuture()).isDone();
        assertThat(catchThrowableOfType(
                                WsConnectException.class, () -> Pair.client(uri).connect())
                        .status())
                .isEmpty();
    }

    /** Says of each frame with an id that it is a request. */
    private static final class Requests extends RecordingListener {
        @Override
        public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
            boolean isRequest = new String(buffer, offset, length, StandardCharsets.UTF_8).contains("\"id\"");
            super.onFrame(buffer, offset, length);
            return isRequest ? new Envelope(Envelope.Kind.REQUEST, RequestId.of(1), "test", null) : null;
        }
    }

    /** The answer to a request. */
    private record Answer() implements OutboundFrame {
        @Override
        public Envelope envelope() {
            return new Envelope(Envelope.Kind.RESPONSE, RequestId.of(1), null, null);
        }

        @Override
        public void writeTo(FrameBuffer buffer) {
            byte[] bytes = "the answer".getBytes(StandardCharsets.UTF_8);
            buffer.append(bytes, 0, bytes.length);
        }
    }

    @Test
    void clientGivesUpOnAServerThatDoesNotAnswer() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            WsConnectException failure = catchThrowableOfType(
                    WsConnectException.class,
                    () -> Pair.client(URI.create("ws://localhost:" + silent.getLocalPort()))
                            .handshakeTimeout(SHORT)
                            .connect());
            assertThat(failure).hasMessageContaining("no WebSocket within 300 ms");
            try (RawSocket accepted = new RawSocket(silent.accept(), false)) {
                accepted.readHead();
                assertThat(accepted.readEnd()).isTrue();
            }
        }
    }

    @Test
    void cancelledConnectionIsClosed() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var connecting = Pair.client(URI.create("ws://localhost:" + silent.getLocalPort()))
                    .connectAsync();
            try (RawSocket accepted = new RawSocket(silent.accept(), false)) {
                accepted.readHead();
                connecting.cancel(true);
                assertThat(accepted.readEnd()).isTrue();
            }
        }
    }

    @Test
    void clientClosesAnEndedConnectionThatTheServerLeavesOpen() throws Exception {
        try (FakeServer fake = new FakeServer()) {
            var connecting = Pair.client(fake.uri())
                    .limits(WsLimits.builder().closeTimeout(SHORT).build())
                    .connectAsync();
            RawSocket server = fake.accept("");
            WsTransport client = connecting.get();
            client.start(new RecordingListener());
            client.close();
            assertThat(server.readClose()).isEqualTo(1000);
            assertThat(reason(client).kind()).isEqualTo(CloseReason.Kind.LOCAL);
            assertThat(server.readEnd()).isTrue();
        }
    }

    @Test
    void maskedFramesOfAServerAreRefused() throws Exception {
        try (FakeServer fake = new FakeServer()) {
            var connecting = Pair.client(fake.uri()).connectAsync();
            RawSocket server = fake.accept("");
            WsTransport client = connecting.get();
            client.start(new RecordingListener());
            server.write((byte) 0x81, (byte) 0x82, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) '{', (byte) '}');
            assertThat(server.readClose()).isEqualTo(1002);
            server.close();
            assertThat(reason(client).code()).isEqualTo(1002);
        }
    }

    @Test
    void frameThatComesWithTheUpgradeIsNotLost() throws Exception {
        try (FakeServer fake = new FakeServer()) {
            var connecting = Pair.client(fake.uri()).connectAsync();
            RawSocket server =
                    fake.accept("", new RawSocket.Frame(0x81, "{\"early\":1}".getBytes(StandardCharsets.UTF_8)));
            WsTransport client = connecting.get();
            RecordingListener listener = new RecordingListener();
            client.start(listener);
            await().atMost(PATIENCE).until(() -> listener.frameCount() == 1);
            assertThat(listener.frames()).containsExactly("{\"early\":1}");
            server.close();
            assertThat(reason(client).code()).isEqualTo(1006);
        }
    }

    @Test
    void cookiesAreKeptFromOneConnectionToTheNext() throws Exception {
        try (FakeServer fake = new FakeServer()) {
            WsTransportBuilder builder =
                    Pair.client(fake.uri()).header("X-Test", "one").bearerToken("secret");
            var first = builder.connectAsync();
            RawSocket server = fake.accept("Set-Cookie: route=a1; Path=/\r\nSet-Cookie: other=b2\r\n");
            assertThat(fake.lastRequest())
                    .doesNotContainIgnoringCase("cookie:")
                    .doesNotContainIgnoringCase("origin:")
                    .containsIgnoringCase("X-Test: one")
                    .containsIgnoringCase("Authorization: Bearer secret");
            assertThat(first.get().handshake().header("set-cookie")).isPresent();
            server.close();
            first.get().close();
            var second = builder.connectAsync();
            RawSocket again = fake.accept("");
            assertThat(fake.lastRequest())
                    .containsPattern("(?i)cookie: .*route=a1")
                    .containsPattern("(?i)cookie: .*other=b2");
            again.close();
            second.get().close();
        }
    }

    @Test
    void answerThatOpensNoWebSocketIsAnError() throws Exception {
        try (FakeServer fake = new FakeServer()) {
            var connecting = Pair.client(fake.uri()).connectAsync();
            fake.answer("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: wrong\r\n\r\n");
            assertThat(connecting)
                    .failsWithin(PATIENCE)
                    .withThrowableThat()
                    .withCauseInstanceOf(WsConnectException.class);
            var other = Pair.client(fake.uri()).connectAsync();
            fake.answer("nonsense\r\n\r\n");
            assertThat(other).failsWithin(PATIENCE).withThrowableThat().withCauseInstanceOf(WsConnectException.class);
        }
    }

    @Test
    void pingsAreNotAnsweredFasterThanThePeerReads() throws Exception {
        try (Pair pair = new Pair(limits(limits -> limits));
                RawSocket raw = RawSocket.open(pair.server)) {
            pair.accepted().start(new RecordingListener());
            byte[] ping = raw.encode(0x89, new byte[125]);
            for (int i = 0; i < 50_000; i++) {
                raw.write(ping);
            }
            raw.send("{}");
            raw.frame(0x88);
            int pongs = 0;
            RawSocket.Frame frame = raw.read();
            while (!frame.isClose()) {
                pongs++;
                frame = raw.read();
            }
            assertThat(pongs).isBetween(1, 50_000);
        } catch (SocketTimeoutException | IllegalStateException e) {
            throw new AssertionError("the server neither answered nor closed", e);
        }
    }
}
