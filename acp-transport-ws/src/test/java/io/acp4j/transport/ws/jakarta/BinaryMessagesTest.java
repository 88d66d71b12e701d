package io.acp4j.transport.ws.jakarta;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.ws.FakeServer;
import io.acp4j.transport.ws.RawSocket;
import io.acp4j.transport.ws.WsCloseReason;
import io.acp4j.transport.ws.WsServer;
import io.acp4j.transport.ws.WsTransport;
import io.acp4j.transport.ws.WsTransportBuilder;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** Binary messages at each of the four endpoints, of a peer that is played by hand. */
class BinaryMessagesTest {

    private static final Duration GENEROUS = Duration.ofSeconds(60);
    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}";

    /** One connection: our end, the peer's, and what else is to be closed. */
    private record Connection(Transport ours, RawSocket peer, AutoCloseable rest) {}

    /** Connects an endpoint with a peer. */
    private interface Endpoint {
        Connection connect(boolean refusing) throws Exception;
    }

    static Stream<Arguments> endpoints() {
        return Stream.of(
                endpoint("Netty server", BinaryMessagesTest::nettyServer),
                endpoint("Netty client", BinaryMessagesTest::nettyClient),
                endpoint("Jakarta endpoint", BinaryMessagesTest::jakartaEndpoint),
                endpoint("Jakarta client", BinaryMessagesTest::jakartaClient));
    }

    private static Arguments endpoint(String name, Endpoint endpoint) {
        return Arguments.of(name, endpoint);
    }

    private static Connection nettyServer(boolean refusing) throws Exception {
        BlockingQueue<Transport> accepted = new LinkedBlockingQueue<>();
        var builder = WsServer.builder(accepted::add);
        WsServer server = (refusing ? builder.refuseBinary() : builder).start();
        RawSocket peer = RawSocket.open(server);
        return new Connection(accepted.poll(60, TimeUnit.SECONDS), peer, server);
    }

    private static Connection nettyClient(boolean refusing) throws Exception {
        FakeServer server = new FakeServer();
        WsTransportBuilder builder = WsTransport.builder(server.uri());
        CompletableFuture<WsTransport> connecting = (refusing ? builder.refuseBinary() : builder).connectAsync();
        RawSocket peer = server.accept("");
        return new Connection(connecting.get(60, TimeUnit.SECONDS), peer, server);
    }

    private static Connection jakartaEndpoint(boolean refusing) throws Exception {
        Tyrus.Accepted accepted = new Tyrus.Accepted();
        Tyrus server = Tyrus.serving(accepted, builder -> refusing ? builder.refuseBinary() : builder);
        RawSocket peer = RawSocket.connect(server.port());
        assertThat(peer.ask(RawSocket.upgrade(""))).startsWith("HTTP/1.1 101 ");
        return new Connection(accepted.next(), peer, server);
    }

    private static Connection jakartaClient(boolean refusing) throws Exception {
        FakeServer server = new FakeServer();
        JakartaTransportBuilder builder = JakartaTransport.builder(server.uri());
        CompletableFuture<JakartaTransport> connecting =
                CompletableFuture.supplyAsync((refusing ? builder.refuseBinary() : builder)::connect);
        RawSocket peer = server.accept("");
        return new Connection(connecting.get(60, TimeUnit.SECONDS), peer, server);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("endpoints")
    void whatHoldsTextIsReadAndWhatDoesNotEndsTheConnectionWithALineOfTheLog(String name, Endpoint endpoint)
            throws Exception {
        Connection connection = endpoint.connect(false);
        RecordingListener listener = new RecordingListener();
        try (connection.rest;
                RawSocket peer = connection.peer;
                Lines lines = new Lines()) {
            connection.ours.start(listener);
            peer.frame(0x82, INITIALIZE.getBytes(UTF_8));
            peer.frame(0x02, "{\"é\"".getBytes(UTF_8));
            peer.frame(0x80, ":1}".getBytes(UTF_8));
            peer.frame(0x82);
            peer.send("{}");
            await().atMost(GENEROUS).until(() -> listener.frameCount() == 3);
            peer.frame(0x82, (byte) 0xff, (byte) 0);
            assertThat(peer.readClose()).as(name).isEqualTo(1003);
            peer.frame(0x88, (byte) 3, (byte) 0xeb);
            WsCloseReason reason = end(connection.ours);
            assertThat(reason.code()).isEqualTo(1003);
            assertThat(reason.kind()).isEqualTo(CloseReason.Kind.FAILURE);
            assertThat(listener.frames()).containsExactly(INITIALIZE, "{\"é\":1}", "{}");
            assertThat(lines.seen).anyMatch(line -> line.contains("1003") && line.contains("holds no UTF-8"));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("endpoints")
    void binaryMessagesAreRefusedWhateverTheyHoldWhereThatIsWanted(String name, Endpoint endpoint) throws Exception {
        Connection connection = endpoint.connect(true);
        RecordingListener listener = new RecordingListener();
        try (connection.rest;
                RawSocket peer = connection.peer;
                Lines lines = new Lines()) {
            connection.ours.start(listener);
            peer.frame(0x82, INITIALIZE.getBytes(UTF_8));
            assertThat(peer.readClose()).as(name).isEqualTo(1003);
            peer.frame(0x88, (byte) 3, (byte) 0xeb);
            assertThat(end(connection.ours).code()).isEqualTo(1003);
            assertThat(listener.frames()).isEmpty();
            assertThat(lines.seen).anyMatch(line -> line.contains("1003") && line.contains("not accepted"));
        }
    }

    private static WsCloseReason end(Transport transport) throws Exception {
        return (WsCloseReason) transport.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    /** What the transports have logged meanwhile; other tests may be among it. */
    private static final class Lines extends AppenderBase<ILoggingEvent> implements AutoCloseable {

        private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("io.acp4j.transport.ws");

        final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

        Lines() {
            start();
            LOGGER.addAppender(this);
        }

        @Override
        protected void append(ILoggingEvent event) {
            seen.add(event.getFormattedMessage());
        }

        @Override
        public void close() {
            LOGGER.detachAppender(this);
        }
    }
}
