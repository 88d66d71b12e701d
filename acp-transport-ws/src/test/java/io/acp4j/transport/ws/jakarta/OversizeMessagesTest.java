package io.acp4j.transport.ws.jakarta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.rpc.transport.TextFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.RequestId;
import io.acp4j.transport.ws.WsLimits;
import io.acp4j.transport.ws.WsServer;
import io.acp4j.transport.ws.WsTransport;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A message above the limit does not affect other messages, for each pair of a client and a server and in both directions. */
class OversizeMessagesTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int LIMIT = 100_000;
    private static final WsLimits SMALL =
            WsLimits.builder().maxMessageBytes(LIMIT).build();
    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}";

    private enum Kind {
        NETTY,
        JAKARTA;

        Server serve(Consumer<Transport> acceptor, WsLimits limits) throws Exception {
            if (this == NETTY) {
                WsServer server =
                        WsServer.builder(acceptor::accept).limits(limits).start();
                return new Server(server.port(), server);
            }
            Tyrus tyrus = Tyrus.serving(acceptor, builder -> builder.limits(limits));
            return new Server(tyrus.port(), tyrus);
        }

        Transport connect(URI uri, WsLimits limits) {
            return this == NETTY
                    ? WsTransport.builder(uri).limits(limits).connect()
                    : JakartaTransport.builder(uri).limits(limits).connect();
        }
    }

    private record Server(int port, AutoCloseable running) implements AutoCloseable {
        @Override
        public void close() throws Exception {
            running.close();
        }
    }

    /** Two connected ends. */
    private record Ends(
            Server all, Transport client, RecordingListener atClient, Transport server, RecordingListener atServer)
            implements AutoCloseable {

        static Ends open(Kind clientKind, WsLimits clientLimits, Kind serverKind, WsLimits serverLimits)
                throws Exception {
            BlockingQueue<Transport> accepted = new LinkedBlockingQueue<>();
            Server all = serverKind.serve(accepted::add, serverLimits);
            Transport client = clientKind.connect(Tyrus.uri(all.port()), clientLimits);
            Transport server = accepted.poll(60, TimeUnit.SECONDS);
            assertThat(server).isNotNull();
            Ends ends = new Ends(all, client, new RecordingListener(), server, new RecordingListener());
            client.start(ends.atClient);
            server.start(ends.atServer);
            client.send(new TextFrame(INITIALIZE));
            await().atMost(PATIENCE).until(() -> ends.atServer.frameCount() == 1);
            return ends;
        }

        @Override
        public void close() throws Exception {
            client.close();
            server.close();
            all.close();
        }
    }

    static Stream<Arguments> pairs() {
        return Stream.of(Kind.values())
                .flatMap(client -> Stream.of(Kind.values()).map(server -> Arguments.of(client, server)));
    }

    private static String message(String start, int bytes) {
        return start + "x".repeat(bytes - start.length() - 2) + "\"}";
    }

    private static final String PROMPT =
            "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"session/prompt\",\"params\":\"";
    private static final String RESULT = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"";

    @ParameterizedTest(name = "{0} client, {1} server")
    @MethodSource("pairs")
    void receivedMessageAboveTheLimitIsReportedAndTheNextOneArrives(Kind clientKind, Kind serverKind) throws Exception {
        try (Ends ends = Ends.open(clientKind, WsLimits.defaults(), serverKind, SMALL)) {
            for (int bytes : new int[] {LIMIT + 1, 4 * LIMIT, 12 * LIMIT}) {
                ends.client.send(new TextFrame(message(PROMPT, bytes)));
            }
            ends.client.send(new TextFrame(message(PROMPT, LIMIT)));
            await().atMost(PATIENCE).until(() -> ends.atServer.frameCount() == 2);
            assertThat(ends.atServer.frames().get(1)).isEqualTo(message(PROMPT, LIMIT));
            assertThat(ends.atServer.faults()).hasSize(3).allSatisfy(fault -> {
                assertThat(fault.maxBytes()).isEqualTo(LIMIT);
                assertThat(fault.beginning())
                        .isEqualTo(new Envelope(Envelope.Kind.REQUEST, RequestId.of("p"), "session/prompt", null));
            });
            assertThat(ends.client.closed().toCompletableFuture()).isNotDone();
            assertThat(ends.server.closed().toCompletableFuture()).isNotDone();
        }
    }

    @ParameterizedTest(name = "{0} client, {1} server")
    @MethodSource("pairs")
    void responseAboveTheLimitOfTheClientIsReportedWithItsId(Kind clientKind, Kind serverKind) throws Exception {
        try (Ends ends = Ends.open(clientKind, SMALL, serverKind, WsLimits.defaults())) {
            ends.server.send(new TextFrame(message(RESULT, 3 * LIMIT)));
            ends.server.send(new TextFrame("{}"));
            await().atMost(PATIENCE).until(() -> ends.atClient.frameCount() == 1);
            assertThat(ends.atClient.faults())
                    .singleElement()
                    .satisfies(fault -> assertThat(fault.beginning())
                            .isEqualTo(new Envelope(Envelope.Kind.RESPONSE, RequestId.of(1), null, null)));
        }
    }

    @ParameterizedTest(name = "{0} client, {1} server")
    @MethodSource("pairs")
    void sentMessageAboveTheLimitFailsItsSenderOnly(Kind clientKind, Kind serverKind) throws Exception {
        try (Ends ends = Ends.open(clientKind, SMALL, serverKind, SMALL)) {
            for (Transport sender : new Transport[] {ends.client, ends.server}) {
                assertThatThrownBy(() -> sender.send(new TextFrame(message(PROMPT, LIMIT + 1))))
                        .isInstanceOf(UncheckedIOException.class)
                        .hasMessageContaining(String.valueOf(LIMIT + 1))
                        .hasMessageContaining("limit of " + LIMIT + " bytes");
                sender.send(new TextFrame(message(PROMPT, LIMIT)));
            }
            await().atMost(PATIENCE).until(() -> ends.atServer.frameCount() == 2 && ends.atClient.frameCount() == 1);
            assertThat(ends.atServer.faults()).isEmpty();
            assertThat(ends.atClient.faults()).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0} client, {1} server")
    @MethodSource("pairs")
    void closeForAMessageFarAboveTheLimitNamesTheLimitOnBothSides(Kind clientKind, Kind serverKind) throws Exception {
        try (Ends ends = Ends.open(clientKind, WsLimits.defaults(), serverKind, SMALL)) {
            ends.client.send(new TextFrame(message(PROMPT, 16 * LIMIT + 1)));
            for (Transport end : new Transport[] {ends.client, ends.server}) {
                assertThat(end.closed().toCompletableFuture())
                        .succeedsWithin(PATIENCE)
                        .satisfies(reason -> assertThat(reason.description()).contains(LIMIT + " bytes"));
            }
        }
    }

    @Test
    void messageOf40MebibytesArrivesWithDefaultLimits() throws Exception {
        int bytes = 40 * 1024 * 1024;
        try (Ends ends = Ends.open(Kind.NETTY, WsLimits.defaults(), Kind.NETTY, WsLimits.defaults())) {
            ends.client.send(new TextFrame(message(PROMPT, bytes)));
            ends.server.send(new TextFrame(message(RESULT, bytes)));
            await().atMost(PATIENCE).until(() -> ends.atServer.frameCount() == 2 && ends.atClient.frameCount() == 1);
            assertThat(ends.atServer.frames().get(1).length()).isEqualTo(bytes);
            assertThat(ends.atClient.frames().get(0).length()).isEqualTo(bytes);
        }
    }
}
