package io.acp4j.transport.ws.jakarta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.rpc.transport.TextFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.ws.WsCloseReason;
import io.acp4j.transport.ws.WsConnectException;
import io.acp4j.transport.ws.WsLimits;
import io.acp4j.transport.ws.WsServer;
import io.acp4j.transport.ws.WsTransport;
import java.net.URI;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same situations, at both clients and both servers: the same codes, the same words. Only a container does not tell whether the peer has
 * closed for a fault, or the container itself.
 */
class SameWordsTest {

    private static final WsLimits SMALL =
            WsLimits.builder().maxMessageBytes(1000).build();

    /** A server of one kind. */
    private interface Server extends AutoCloseable {
        int port();

        @Override
        void close() throws Exception;
    }

    /** How a server is started, and a client connected. */
    private enum Kind {
        NETTY,
        JAKARTA;

        Server serve(Consumer<Transport> acceptor) throws Exception {
            if (this == NETTY) {
                WsServer server =
                        WsServer.builder(acceptor::accept).limits(SMALL).start();
                return new Server() {
                    @Override
                    public int port() {
                        return server.port();
                    }

                    @Override
                    public void close() {
                        server.close();
                    }
                };
            }
            Tyrus tyrus = Tyrus.serving(acceptor, builder -> builder.limits(SMALL));
            return new Server() {
                @Override
                public int port() {
                    return tyrus.port();
                }

                @Override
                public void close() {
                    tyrus.close();
                }
            };
        }

        Transport connect(URI uri, @Nullable String origin) {
            if (this == NETTY) {
                var builder = WsTransport.builder(uri).limits(SMALL);
                return (origin == null ? builder : builder.header("Origin", origin)).connect();
            }
            var builder = JakartaTransport.builder(uri).limits(SMALL);
            return (origin == null ? builder : builder.header("Origin", origin)).connect();
        }
    }

    /** What happens once both ends are there. */
    private interface Situation {
        void play(Transport client, Transport server, Server all) throws Exception;
    }

    private record Row(String name, String atClient, String atServer, Situation situation) {}

    private static final String LOCAL = "LOCAL 1000 'closed by this side' ''";
    private static final String PEER = "PEER 1000 'the peer closed the connection with code 1000' ''";

    private static List<Row> rows() {
        return List.of(
                new Row("the client closes", LOCAL, PEER, (client, server, all) -> client.close()),
                new Row("the server closes", PEER, LOCAL, (client, server, all) -> server.close()),
                new Row(
                        "the first message is another one",
                        "PEER 1002 'the peer closed the connection with code 1002: the first message must be the request \"initialize\"'"
                                + " 'the first message must be the request"
                                + " \"initialize\"'",
                        "FAILURE 1002 'the first message must be the request \"initialize\"' ''",
                        (client, server, all) ->
                                client.send(new TextFrame("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\"}"))));
    }

    static Stream<Arguments> situations() {
        return rows().stream()
                .flatMap(row -> Stream.of(Kind.values())
                        .flatMap(client ->
                                Stream.of(Kind.values()).map(server -> Arguments.of(row.name(), client, server, row))));
    }

    @ParameterizedTest(name = "{0}: {1} client, {2} server")
    @MethodSource("situations")
    void bothEndsSayWhy(String name, Kind clientKind, Kind serverKind, Row row) throws Exception {
        BlockingQueue<Transport> accepted = new LinkedBlockingQueue<>();
        try (Server all = serverKind.serve(accepted::add)) {
            Transport client = clientKind.connect(Tyrus.uri(all.port()), null);
            Transport server = accepted.poll(60, TimeUnit.SECONDS);
            assertThat(server).isNotNull();
            client.start(new RecordingListener());
            server.start(new RecordingListener());
            row.situation().play(client, server, all);
            assertThat(List.of(said(client), said(server)))
                    .containsExactly(at(clientKind, row.atClient()), at(serverKind, row.atServer()));
        }
    }

    private static String at(Kind kind, String words) {
        return kind == Kind.NETTY || words.equals(PEER)
                ? words
                : words.replaceFirst(
                        "the peer closed the connection (with code \\d+)",
                        "the connection was closed $1, by the peer or by the container");
    }

    private static String said(Transport transport) throws Exception {
        WsCloseReason reason =
                (WsCloseReason) transport.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
        return reason.kind() + " " + reason.code() + " '" + reason.description() + "' '" + reason.peerText() + "'";
    }

    static Stream<Arguments> pairs() {
        return Stream.of(Kind.values())
                .flatMap(client -> Stream.of(Kind.values()).map(server -> Arguments.of(client, server)));
    }

    @ParameterizedTest(name = "{0} client, {1} server")
    @MethodSource("pairs")
    void refusalsAreDescribedAlike(Kind clientKind, Kind serverKind) throws Exception {
        try (Server all = serverKind.serve(Transport::close)) {
            URI uri = Tyrus.uri(all.port());
            assertRefused(clientKind, uri.resolve("/elsewhere"), null, 404, "declined with 404 Not Found");
            assertRefused(clientKind, uri, "https://elsewhere.example", 403, "declined with 403 Forbidden");
        }
    }

    private static void assertRefused(Kind client, URI uri, @Nullable String origin, int status, String words) {
        WsConnectException refused = catchThrowableOfType(WsConnectException.class, () -> client.connect(uri, origin));
        assertThat(refused).hasMessageEndingWith(": " + words);
        assertThat(refused.status()).hasValue(status);
    }
}
