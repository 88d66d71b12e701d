package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.ws.WsLimits;
import io.acp4j.transport.ws.WsTransport;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Peers that show no sign of life while their sockets stay open, as those of a stopped process do. */
class KeepAliveTest {

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration INTERVAL = Duration.ofMillis(200);
    /** Long enough for a connection to survive its start on a machine under load. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** A machine under load can end a connection before it is stalled. */
    private static final int ATTEMPTS = 5;

    /** All other limits on time are off. */
    private static final HttpLimits HTTP = HttpLimits.builder()
            .keepAlive(INTERVAL, TIMEOUT)
            .slowReaderTimeout(Duration.ZERO)
            .streamlessTimeout(Duration.ZERO)
            .build();

    private static final WsLimits WEB_SOCKET = WsLimits.builder()
            .keepAlive(INTERVAL, TIMEOUT)
            .slowReaderTimeout(Duration.ZERO)
            .build();

    private final BlockingQueue<Puppet> agents = new LinkedBlockingQueue<>();

    static Stream<Arguments> servers() {
        return Stream.of(Served.Host.values())
                .flatMap(host -> Stream.of(Arguments.of(host, false), Arguments.of(host, true)));
    }

    private static Puppet connect(URI uri, boolean isWebSocket) throws Exception {
        Transport transport = isWebSocket
                ? WsTransport.builder(uri)
                        .limits(WsLimits.builder().keepAlive(INTERVAL, TIMEOUT).build())
                        .connect()
                : HttpTransport.builder(uri).keepAlive(INTERVAL, TIMEOUT).connect();
        Puppet client = new Puppet(transport);
        transport.start(client);
        client.send(RawClient.INITIALIZE);
        client.next();
        return client;
    }

    private static URI through(Relay relay, Served server, boolean isWebSocket) {
        return URI.create((isWebSocket ? "ws" : "http") + "://localhost:" + relay.port()
                + server.uri().getPath());
    }

    /**
     * Stalls a relay after comments have passed it, because a client does not watch a stream without comments.
     *
     * @return false if the connection ended before, as a machine under load can cause
     */
    private static boolean stallWatchedStream(Relay relay, Puppet... ends) {
        long before = relay.passed();
        await().atMost(LIMIT).until(() -> relay.passed() > before + 1000 || !areConnected(ends));
        return stall(relay, ends);
    }

    private static boolean stall(Relay relay, Puppet... ends) {
        boolean isConnected = areConnected(ends);
        relay.stall();
        return isConnected;
    }

    private static boolean areConnected(Puppet... ends) {
        return Stream.of(ends).noneMatch(each -> each.end.isDone());
    }

    @ParameterizedTest
    @MethodSource("servers")
    void bothSidesNoticeThatTheOtherShowsNoSignOfLife(Served.Host host, boolean isWebSocket) throws Exception {
        boolean isStalled = false;
        for (int attempt = 0; attempt < ATTEMPTS && !isStalled; attempt++) {
            try (Served server = host.serve(
                            Puppet.agents(agents),
                            Served.Setup.DEFAULT.with(HTTP).with(WEB_SOCKET));
                    Relay relay = new Relay(server.port())) {
                Puppet client = connect(through(relay, server, isWebSocket), isWebSocket);
                Puppet agent = Puppet.take(agents);
                isStalled = isWebSocket ? stall(relay, client, agent) : stallWatchedStream(relay, client, agent);
                if (isStalled) {
                    assertThat(agent.end.get(60, TimeUnit.SECONDS).kind()).isEqualTo(CloseReason.Kind.FAILURE);
                    assertThat(client.end.get(60, TimeUnit.SECONDS).kind()).isEqualTo(CloseReason.Kind.FAILURE);
                    await().atMost(LIMIT).until(() -> server.connections() == 0);
                }
            }
        }
        assertThat(isStalled).as("a connection that lasts until it is stalled").isTrue();
    }

    @ParameterizedTest
    @EnumSource(Served.Host.class)
    void idleClientRespondsToPingsThatNeitherSideSees(Served.Host host) throws Exception {
        HttpLimits patient =
                HTTP.toBuilder().keepAlive(Duration.ofMillis(20), LIMIT).build();
        try (Served server = host.serve(Puppet.agents(agents), Served.Setup.DEFAULT.with(patient));
                Relay relay = new Relay(server.port())) {
            Puppet client = new Puppet(
                    HttpTransport.builder(through(relay, server, false)).connect());
            client.transport.start(client);
            client.send(RawClient.INITIALIZE);
            client.next();
            Puppet agent = Puppet.take(agents);
            long before = relay.passed();
            await().atMost(LIMIT).until(() -> relay.passed() > before + 5_000);

            assertThat(client.poll()).isNull();
            assertThat(agent.poll()).isNull();
            assertThat(server.connections()).isEqualTo(1);
            client.transport.close();
        }
    }

    @Test
    void clientThatRespondsWithAnErrorIsNoticedOnceItNoLongerResponds() throws Exception {
        HttpLimits limits =
                HTTP.toBuilder().keepAlive(INTERVAL, Duration.ofSeconds(4)).build();
        try (Served server = Served.Host.NETTY.serve(Puppet.agents(agents), Served.Setup.DEFAULT.with(limits))) {
            RawClient client = new RawClient(HttpClient.newHttpClient(), server.uri());
            String id = client.initialize();
            RawClient.Events events = client.open(id, null);
            for (int i = 0; i < 2; i++) {
                String ping = Puppet.take(events.pings);
                client.post(
                        "{\"jsonrpc\":\"2.0\",\"id\":"
                                + Puppet.JSON.readTree(ping).get("id")
                                + ",\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}",
                        RawClient.ID,
                        id);
            }

            events.awaitEnd();

            assertThat(events.comments.get(events.comments.size() - 1)).contains("no sign of life for 4.2 s");
        }
    }

    @Test
    void clientThatHasNeverRespondedToAPingStaysConnected() throws Exception {
        HttpLimits limits =
                HTTP.toBuilder().keepAlive(INTERVAL, Duration.ofMillis(300)).build();
        try (Served server = Served.Host.NETTY.serve(Puppet.agents(agents), Served.Setup.DEFAULT.with(limits))) {
            RawClient client = new RawClient(HttpClient.newHttpClient(), server.uri());
            RawClient.Events events = client.open(client.initialize(), null);
            Puppet agent = Puppet.take(agents);
            Puppet.take(events.pings);
            CompletableFuture<String> end = events.end;

            int comments = events.comments.size();
            // The number of comments in three times the period after which a silent client counts as lost.
            await().atMost(LIMIT).until(() -> events.comments.size() > comments + 15);

            assertThat(end).isNotDone();
            assertThat(agent.end).isNotDone();
        }
    }

    @Test
    void neitherSideIsLostInSilenceWhereTheServerHasNoKeepAlive() throws Exception {
        HttpLimits off =
                HTTP.toBuilder().keepAlive(Duration.ZERO, Duration.ZERO).build();
        try (Served silent = Served.Host.NETTY.serve(Puppet.agents(agents), Served.Setup.DEFAULT.with(off));
                Served server = Served.Host.NETTY.serve(Puppet.agents(agents), Served.Setup.DEFAULT.with(HTTP));
                Relay quiet = new Relay(silent.port())) {
            Puppet client = connect(through(quiet, silent, false), false);
            quiet.stall();
            // Each of the other clients is lost after the period of silence that all clients have as their limit.
            int lost = 0;
            for (int attempt = 0; attempt < ATTEMPTS && lost < 2; attempt++) {
                try (Relay relay = new Relay(server.port())) {
                    Puppet other = connect(through(relay, server, false), false);
                    if (stallWatchedStream(relay, other)) {
                        other.end.get(60, TimeUnit.SECONDS);
                        lost++;
                    }
                }
            }

            assertThat(lost).isEqualTo(2);
            assertThat(client.end).isNotDone();
            assertThat(silent.connections()).isEqualTo(1);
        }
    }
}
