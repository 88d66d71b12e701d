package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.testing.HeldCommonPool;
import io.acp4j.rpc.transport.CloseReason;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a client's connection begins, goes on and ends, whatever the server does. */
class ClientTest extends ClientFixture {

    @Test
    void connectionStreamIsOpenBeforeInitializeEndsAndEverythingCarriesHeadersAndCookies() throws Exception {
        Puppet made = client(builder -> builder.bearerToken("secret").header("X-Test", "1"));
        made.send(RawClient.INITIALIZE);
        ScriptedServer.Asked initialize = server.post();
        assertThat(initialize.header("Content-Type")).isEqualTo("application/json");
        assertThat(initialize.header("Accept")).contains("application/json", "text/event-stream");
        assertThat(initialize.header("Authorization")).isEqualTo("Bearer secret");
        assertThat(initialize.header("Acp-Connection-Id")).isNull();
        initialize.reply(
                200,
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}",
                "Acp-Connection-Id",
                "c",
                "Set-Cookie",
                "node=7; Path=/");
        ScriptedServer.Asked stream = server.other();
        assertThat(stream.method()).isEqualTo("GET");
        assertThat(stream.header("Accept")).isEqualTo("text/event-stream");
        assertThat(stream.header("Acp-Connection-Id")).isEqualTo("c");
        assertThat(stream.header("Cookie")).contains("node=7");
        assertThat(stream.header("X-Test")).isEqualTo("1");
        made.send(NEW_SESSION);
        assertThat(made.poll()).isNull();
        assertThat(server.hasPost()).isFalse();
        stream.events();
        assertThat(made.next().get("id").asInt()).isZero();
        ScriptedServer.Asked created = server.post();
        assertThat(created.header("Cookie")).contains("node=7");
        assertThat(created.header("Authorization")).isEqualTo("Bearer secret");
        created.accept();
        made.transport.close();
        ScriptedServer.Asked deleted = server.other();
        assertThat(deleted.method()).isEqualTo("DELETE");
        assertThat(deleted.header("Acp-Connection-Id")).isEqualTo("c");
        deleted.accept();
        assertThat(made.transport
                        .closed()
                        .toCompletableFuture()
                        .get(60, TimeUnit.SECONDS)
                        .kind())
                .isEqualTo(CloseReason.Kind.LOCAL);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 410})
    void connectionEndsWithTheStatusThatSaysThatThereIsNone(int status) throws Exception {
        server.open(client);
        client.send(NEW_SESSION);
        server.post().reply(status, "");
        assertThat(end().status()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(ints = {307, 308, 401, 404, 405, 426, 501, 503})
    void initializeThatIsRefusedIsExplained(int status) throws Exception {
        client.send(RawClient.INITIALIZE);
        server.post().reply(status, "", "Location", "http://localhost:1/elsewhere");
        HttpCloseReason reason = end();
        assertThat(reason.status()).isEqualTo(status);
        assertThat(reason.description()).contains("status " + status).doesNotContain("elsewhere");
        if (List.of(405, 426, 501).contains(status)) {
            assertThat(reason.description()).contains("WebSockets only", "ws://localhost");
        }
        assertThat(server.hasPost() || server.hasOther()).isFalse();
    }

    @Test
    void responseWithoutAnIdentifierIsNoConnection() throws Exception {
        client.send(RawClient.INITIALIZE);
        server.post().reply(200, "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}");
        assertThat(end().description()).contains("Acp-Connection-Id");
    }

    @Test
    void responseToLoadThatComesOnTheStreamOfTheConnectionDoesNotOvertakeTheReplay() throws Exception {
        ScriptedPeer.Stream connection = server.open(client);
        client.send(prompt(2, "s").replace("session/prompt", "session/load"));
        ScriptedServer.Stream session = server.other().events();
        server.post().accept();
        for (int i = 0; i < 3; i++) {
            session.event("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s\",\"n\":"
                    + i + "}}");
        }
        connection.event("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
        for (int i = 0; i < 3; i++) {
            assertThat(client.next().at("/params/n").asInt()).isEqualTo(i);
        }
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
    }

    @Test
    void endOfTheConnectionStreamEndsTheConnectionWithWhatTheServerSaid() throws Exception {
        ScriptedPeer.Stream connection = server.open(client);
        connection.raw(": the server shuts down\n\n".getBytes(UTF_8));
        connection.end();
        HttpCloseReason reason = end();
        assertThat(reason.kind()).isEqualTo(CloseReason.Kind.PEER);
        assertThat(reason.description()).endsWith("the server shuts down");
    }

    /** The streams have sockets of their own, so what a server sends first may arrive last. */
    @Test
    void responsesOnOtherStreamsArriveAlthoughTheStreamOfTheConnectionHasEnded() throws Exception {
        ScriptedPeer.Stream connection = server.open(client);
        client.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().events();
        server.post().accept();
        connection.raw(": the server shuts down\n\n".getBytes(UTF_8));
        connection.end();
        await().atMost(Duration.ofSeconds(60)).during(Duration.ofMillis(200)).until(() -> !client.end.isDone());
        session.event("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"stopReason\":\"end_turn\"}}");
        session.end();
        assertThat(client.next().at("/result/stopReason").asText()).isEqualTo("end_turn");
        assertThat(end().description()).endsWith("the server shuts down");
    }

    @Test
    void messageAboveTheLimitIsSkippedUpToABound() throws Exception {
        client = client(builder -> builder.maxMessageBytes(10_000));
        ScriptedPeer.Stream connection = server.open(client);
        connection.event("{\"jsonrpc\":\"2.0\",\"method\":\"_x\",\"params\":{\"t\":\"" + "x".repeat(40_000) + "\"}}");
        connection.event("{\"jsonrpc\":\"2.0\",\"method\":\"_y\"}");
        assertThat(client.next().get("method").asText()).isEqualTo("_y");
        assertThat(client.faults)
                .singleElement()
                .satisfies(fault -> assertThat(fault.maxBytes()).isEqualTo(10_000));
        try {
            connection.event(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"_x\",\"params\":{\"t\":\"" + "x".repeat(400_000) + "\"}}");
        } catch (IOException e) {
            // The client may close before it has read all of it.
        }
        assertThat(end().description()).contains("the limit of 10000 bytes");
    }

    @Test
    void streamThatFallsSilentAfterSignsOfLifeIsLost() throws Exception {
        client = client(builder -> builder.keepAlive(Duration.ofMillis(200), Duration.ofMillis(100)));
        ScriptedPeer.Stream connection = server.open(client);
        connection.raw(":\n\n".getBytes(UTF_8));
        assertThat(end().description()).contains("no sign of life for 300 ms");
    }

    @Test
    void stalledConnectionStreamDoesNotKeepCloseWaiting() throws Exception {
        client = client(builder -> builder.closeTimeout(Duration.ofMillis(100)));
        server.open(client);
        client.send(NEW_SESSION);
        server.post();
        client.transport.close();
        assertThat(client.transport
                        .closed()
                        .toCompletableFuture()
                        .get(60, TimeUnit.SECONDS)
                        .kind())
                .isEqualTo(CloseReason.Kind.LOCAL);
    }

    @Test
    void manyMessagesArriveInOrderWhileTheListenerIsSlow() throws Exception {
        ScriptedPeer.Stream connection = server.open(client);
        for (int i = 0; i < 2000; i++) {
            connection.event("{\"jsonrpc\":\"2.0\",\"method\":\"_x\",\"params\":{\"n\":" + i + "}}");
        }
        for (int i = 0; i < 2000; i++) {
            assertThat(client.next().at("/params/n").asInt()).isEqualTo(i);
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> client.poll() == null);
    }

    /** Two processors give the common pool one thread, and programs that wait on it are many. */
    @Test
    void conversationGoesOnWhileTheThreadsOfTheCommonPoolAreHeld() throws Exception {
        try (HeldCommonPool held = new HeldCommonPool()) {
            ScriptedPeer.Stream connection = server.open(client);
            client.send(NEW_SESSION);
            server.post().accept();
            connection.event("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"sessionId\":\"s\"}}");
            ScriptedServer.Stream session = server.other().events();
            assertThat(client.next().get("id").asInt()).isEqualTo(1);
            client.send(prompt(2, "s"));
            client.send(prompt(3, "s"));
            server.post().accept();
            server.post().accept();
            session.event("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
            assertThat(client.next().get("id").asInt()).isEqualTo(2);
            client.transport.close();
            server.other().accept();
            assertThat(client.transport.closed().toCompletableFuture()).succeedsWithin(Duration.ofMinutes(1));
        }
    }

    @Test
    void storeOfCookiesThatFailsEndsTheConnectionInsteadOfHoldingIt() throws Exception {
        Puppet made = client(builder -> builder.cookies(new CookieManager() {
            @Override
            public void put(URI uri, Map<String, List<String>> headers) {
                throw new IllegalStateException("a test");
            }
        }));
        made.send(RawClient.INITIALIZE);
        server.post().reply(200, "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}", "Acp-Connection-Id", "c");
        assertThat(made.end.get(60, TimeUnit.SECONDS).kind()).isEqualTo(CloseReason.Kind.FAILURE);
    }

    @Test
    void storeOfCookiesThatCannotBeReadEndsTheConnectionInsteadOfHoldingIt() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        Puppet made = client(builder -> builder.cookies(new CookieManager() {
            @Override
            public Map<String, List<String>> get(URI uri, Map<String, List<String>> headers) throws IOException {
                // After initialize and the stream of the connection.
                if (requests.incrementAndGet() == 3) {
                    throw new IllegalStateException("a test");
                }
                return super.get(uri, headers);
            }
        }));
        server.open(made);
        made.send(prompt(2, "s"));
        assertThat(made.end.get(60, TimeUnit.SECONDS).kind()).isEqualTo(CloseReason.Kind.FAILURE);
    }
}
