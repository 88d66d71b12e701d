package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.testing.HeldCommonPool;
import io.acp4j.rpc.transport.CloseReason;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client keeps, against a server whose every response is scripted. */
class ClientTest {

    private static final String NEW_SESSION = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\",\"params\":{}}";

    private static final String CANCEL =
            "{\"jsonrpc\":\"2.0\",\"method\":\"session/cancel\",\"params\":{\"sessionId\":\"s\"}}";

    private ScriptedServer server;
    private Puppet client;

    @BeforeEach
    void start() throws Exception {
        server = new ScriptedServer();
        client = client(builder -> builder);
    }

    private Puppet client(UnaryOperator<HttpTransportBuilder> settings) {
        Puppet made =
                new Puppet(settings.apply(HttpTransport.builder(server.uri())).connect());
        made.transport.start(made);
        return made;
    }

    @AfterEach
    void close() {
        client.transport.close();
        server.close();
    }

    private static String prompt(int id, String session) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"session/prompt\",\"params\":{\"sessionId\":\""
                + session + "\"}}";
    }

    private HttpCloseReason end() throws Exception {
        return (HttpCloseReason) client.end.get(60, TimeUnit.SECONDS);
    }

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

    @Test
    void sessionStreamIsOpenedWhenTheSessionIsKnownAndBeforeItsFirstMessage() throws Exception {
        ScriptedServer.Stream connection = server.open(client);
        client.send(NEW_SESSION);
        server.post().accept();
        connection.event("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"sessionId\":\"s\"}}");
        ScriptedServer.Asked wanted = server.other();
        assertThat(wanted.header("Acp-Session-Id")).isEqualTo("s");
        client.next();
        client.send(prompt(2, "s"));
        client.send(prompt(3, "t"));
        assertThat(server.hasPost()).isFalse();
        ScriptedServer.Stream session = wanted.events();
        ScriptedServer.Asked prompt = server.post();
        assertThat(prompt.header("Acp-Session-Id")).isEqualTo("s");
        prompt.accept();
        ScriptedServer.Asked other = server.other();
        assertThat(other.header("Acp-Session-Id")).isEqualTo("t");
        other.events();
        server.post().accept();
        session.event("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
    }

    @Test
    void streamOfAnAgentThatAnUpdateTellsOfIsOpened() throws Exception {
        ScriptedServer.Stream connection = server.open(client);
        connection.event(
                "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s\",\"update\":"
                        + "{\"title\":\"x\",\"sessionUpdate\":\"subagent_update\",\"sessionId\":\"child\"}}}");
        assertThat(server.other().header("Acp-Session-Id")).isEqualTo("child");
        assertThat(client.next().get("method").asText()).isEqualTo("session/update");
    }

    @Test
    void responseIsPostedWhileARequestIsHeldAndNamesTheSessionOfItsRequest() throws Exception {
        server.open(client);
        client.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().events();
        ScriptedServer.Asked held = server.post();
        session.event("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"session/request_permission\",\"params\":{}}");
        JsonNode asked = client.next();
        client.respond(asked, "{\"ok\":true}");
        ScriptedServer.Asked response = server.post();
        assertThat(response.header("Acp-Session-Id")).isEqualTo("s");
        assertThat(response.body()).contains("\"ok\":true");
        response.accept();
        held.accept();
        session.event("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
    }

    /** As a server does that closes an idle socket in the moment in which it is used again. */
    @Test
    void initializeIsPostedOnceMoreWhereTheServerCutsTheSocketOffInsteadOfResponding() throws Exception {
        client.send(RawClient.INITIALIZE);
        server.post().cutOff();
        ScriptedServer.Asked again = server.post();
        assertThat(again.body()).isEqualTo(RawClient.INITIALIZE);
        assertThat(again.header("Acp-Connection-Id")).isNull();
        again.reply(200, "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}", "Acp-Connection-Id", ScriptedPeer.CONNECTION);
        server.other().events();
        assertThat(client.next().get("id").asInt()).isZero();
    }

    @Test
    void initializeIsNotPostedAThirdTime() throws Exception {
        client.send(RawClient.INITIALIZE);
        server.post().cutOff();
        server.post().cutOff();
        assertThat(end().kind()).isEqualTo(CloseReason.Kind.FAILURE);
        assertThat(server.hasPost()).isFalse();
    }

    @Test
    void whatTheServerMayHaveExecutedIsNotPostedAgain() throws Exception {
        server.open(client);
        client.send(NEW_SESSION);
        server.post().cutOff();
        assertThat(end().kind()).isEqualTo(CloseReason.Kind.FAILURE);
        assertThat(server.hasPost()).isFalse();
    }

    /** The agent goes on with the response, so a cancellation that was sent before it must have arrived. */
    @Test
    void responseWaitsForTheNotificationsThatWereSentBeforeIt() throws Exception {
        JsonNode asked = askedInATurn();
        client.send(CANCEL);
        client.respond(asked, "{\"ok\":false}");
        ScriptedServer.Asked cancel = server.post();
        assertThat(cancel.body()).contains("session/cancel");
        await().during(Duration.ofMillis(200)).until(() -> !server.hasPost());
        cancel.accept();
        ScriptedServer.Asked response = server.post();
        assertThat(response.body()).contains("\"ok\":false");
        response.accept();
    }

    @Test
    void responsePassesANotificationThatLiesBehindAHeldRequest() throws Exception {
        JsonNode asked = askedInATurn();
        client.send(prompt(3, "s"));
        ScriptedServer.Asked held = server.post();
        client.send(CANCEL);
        client.respond(asked, "{\"ok\":false}");
        ScriptedServer.Asked response = server.post();
        assertThat(response.body()).contains("\"ok\":false");
        response.accept();
        held.accept();
        assertThat(server.post().body()).contains("session/cancel");
    }

    private JsonNode askedInATurn() throws Exception {
        server.open(client);
        client.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().events();
        server.post().accept();
        session.event("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"session/request_permission\",\"params\":{}}");
        return client.next();
    }

    /** In version 2 a turn goes on after the response to its prompt, so nothing is owed where its stream ends. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void streamOfASessionThatEndsIsOpenedAgainForWhatTheAgentGoesOnToSay(boolean clean) throws Exception {
        server.open(client);
        client.send(prompt(2, "s"));
        ScriptedServer.Asked wanted = server.other();
        ScriptedServer.Stream session = clean ? wanted.events() : wanted.eventsThatFail();
        server.post().accept();
        session.event("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
        session.end();
        ScriptedServer.Asked again = server.other();
        assertThat(again.header("Acp-Session-Id")).isEqualTo("s");
        again.events().event("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s\"}}");
        assertThat(client.next().get("method").asText()).isEqualTo("session/update");
    }

    /** In version 2 the turn waits for what comes there, and the client has nothing to post that would open the stream. */
    @Test
    void streamOfASessionThatCannotBeOpenedAgainAtOnceIsAskedForOnceMore() throws Exception {
        server.open(client);
        client.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().events();
        server.post().accept();
        session.event("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
        session.end();
        server.other().reply(503, "");
        server.other()
                .events()
                .event("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s\"}}");
        assertThat(client.next().get("method").asText()).isEqualTo("session/update");
    }

    /** The stream is asked for in the middle of the test's store of cookies, where the response has to have come already. */
    @Test
    void streamOfANewSessionIsAskedForBehindTheResponseThatNamesIt() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        CompletableFuture<JsonNode> before = new CompletableFuture<>();
        client = client(builder -> builder.cookies(new CookieManager() {
            @Override
            public Map<String, List<String>> get(URI uri, Map<String, List<String>> headers) throws IOException {
                // After initialize, the stream of the connection, and session/new.
                if (requests.incrementAndGet() == 4) {
                    try {
                        before.complete(client.next());
                    } catch (InterruptedException | AssertionError e) {
                        before.completeExceptionally(e);
                    }
                }
                return super.get(uri, headers);
            }
        }));
        ScriptedServer.Stream connection = server.open(client);
        client.send(NEW_SESSION);
        server.post().accept();
        connection.event("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"sessionId\":\"s\"}}");
        assertThat(before.get(2, TimeUnit.MINUTES).get("id").asInt()).isEqualTo(1);
        assertThat(server.other().header("Acp-Session-Id")).isEqualTo("s");
    }

    @Test
    void streamsThatEndWithoutHavingBeenOfUseAreNotOpenedForEver() throws Exception {
        server.open(client);
        client.send(prompt(2, "s"));
        server.other().events().end();
        server.post().accept();
        assertThat(client.next().has("error")).isTrue();
        for (int i = 0; i < 6; i++) {
            server.other().events().end();
        }
        await().during(Duration.ofMillis(200)).until(() -> !server.hasOther());
        client.send(prompt(3, "s"));
        server.other().events();
        server.post().accept();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 409, 413, 429, 500, 502, 503})
    void requestThatIsRefusedFailsAloneAndIsNotSentAgain(int status) throws Exception {
        ScriptedServer.Stream connection = server.open(client);
        client.send(NEW_SESSION);
        server.post().reply(status, "not now");
        JsonNode error = client.next();
        assertThat(error.get("id").asInt()).isEqualTo(1);
        assertThat(error.at("/error/data/status").asInt()).isEqualTo(status);
        assertThat(error.at("/error/data/body").asText()).isEqualTo("not now");
        client.send(NEW_SESSION.replace("\"id\":1", "\"id\":2"));
        ScriptedServer.Asked next = server.post();
        assertThat(next.body()).contains("\"id\":2");
        next.accept();
        connection.event("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
    }

    @Test
    void requestThatIsTakenButNotRespondedToFailsAlone() throws Exception {
        client = client(builder -> builder.postTimeout(Duration.ofSeconds(20)));
        server.open(client);
        client.send(NEW_SESSION);
        ScriptedServer.Asked held = server.post();
        JsonNode error = client.next();
        assertThat(error.get("id").asInt()).isEqualTo(1);
        assertThat(error.at("/error/data/reason").asText()).isEqualTo("post_timeout");
        assertThat(error.at("/error/message").asText()).contains("for 20 s; it may have been executed");
        client.send(NEW_SESSION.replace("\"id\":1", "\"id\":2"));
        assertThat(server.post().body()).contains("\"id\":2");
        held.exchange().close();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 410})
    void connectionEndsWithTheStatusThatSaysThatThereIsNone(int status) throws Exception {
        server.open(client);
        client.send(NEW_SESSION);
        server.post().reply(status, "");
        assertThat(end().status()).isEqualTo(status);
    }

    @Test
    void notificationThatCannotBeDeliveredEndsTheConnection() throws Exception {
        server.open(client);
        client.send("{\"jsonrpc\":\"2.0\",\"method\":\"_x\",\"params\":{}}");
        server.post().reply(500, "");
        assertThat(end().status()).isEqualTo(500);
        assertThat(server.other().method()).isEqualTo("DELETE");
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
    void endOfASessionStreamFailsItsRequestsOnlyAndTheNextMessageOpensItAgain() throws Exception {
        ScriptedServer.Stream connection = server.open(client);
        client.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().events();
        server.post().accept();
        client.send(NEW_SESSION.replace("\"id\":1", "\"id\":3"));
        server.post().accept();
        session.raw("id: 17\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"_x\"}\n\n".getBytes(UTF_8));
        client.next();
        session.end();
        JsonNode error = client.next();
        assertThat(error.get("id").asInt()).isEqualTo(2);
        assertThat(error.at("/error/data/reason").asText()).isEqualTo("stream_ended");
        connection.event("{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}");
        assertThat(client.next().get("id").asInt()).isEqualTo(3);
        client.send(prompt(4, "s"));
        ScriptedServer.Asked again = server.other();
        assertThat(again.header("Acp-Session-Id")).isEqualTo("s");
        assertThat(again.header("Last-Event-ID")).isEqualTo("17");
        again.events();
        server.post().accept();
    }

    @Test
    void turnThatEndsBehindTheCloseOfItsSessionHasItsResponse() throws Exception {
        server.open(client);
        client.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().events();
        server.post().accept();
        client.send(prompt(3, "s").replace("session/prompt", "session/close"));
        server.post().accept();
        session.event("{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}");
        assertThat(client.next().get("id").asInt()).isEqualTo(3);
        session.event("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"stopReason\":\"cancelled\"}}");
        assertThat(client.next().at("/result/stopReason").asText()).isEqualTo("cancelled");
        client.send(prompt(4, "s"));
        assertThat(server.other().header("Acp-Session-Id"))
                .as("the stream was of no more use, so it was closed")
                .isEqualTo("s");
    }

    @Test
    void responseToLoadThatComesOnTheStreamOfTheConnectionDoesNotOvertakeTheReplay() throws Exception {
        ScriptedServer.Stream connection = server.open(client);
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
        ScriptedServer.Stream connection = server.open(client);
        connection.raw(": the server shuts down\n\n".getBytes(UTF_8));
        connection.end();
        HttpCloseReason reason = end();
        assertThat(reason.kind()).isEqualTo(CloseReason.Kind.PEER);
        assertThat(reason.description()).endsWith("the server shuts down");
    }

    /** The streams have sockets of their own, so what a server sends first may arrive last. */
    @Test
    void responsesOnOtherStreamsArriveAlthoughTheStreamOfTheConnectionHasEnded() throws Exception {
        ScriptedServer.Stream connection = server.open(client);
        client.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().events();
        server.post().accept();
        connection.raw(": the server shuts down\n\n".getBytes(UTF_8));
        connection.end();
        await().during(Duration.ofMillis(200)).until(() -> !client.end.isDone());
        session.event("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"stopReason\":\"end_turn\"}}");
        session.end();
        assertThat(client.next().at("/result/stopReason").asText()).isEqualTo("end_turn");
        assertThat(end().description()).endsWith("the server shuts down");
    }

    @Test
    void streamThatIsStillReadIsAskedForAgain() throws Exception {
        server.open(client);
        client.send(prompt(2, "s"));
        server.other().reply(409, "");
        server.other().reply(409, "");
        server.other().events();
        server.post().accept();
    }

    @Test
    void streamThatIsRefusedFailsTheRequestThatNeedsIt() throws Exception {
        server.open(client);
        client.send(prompt(2, "s"));
        server.other().reply(429, "");
        assertThat(client.next().at("/error/data/status").asInt()).isEqualTo(429);
        assertThat(server.hasPost()).isFalse();
    }

    @Test
    void messageAboveTheLimitEndsTheConnection() throws Exception {
        client = client(builder -> builder.maxMessageBytes(10_000));
        ScriptedServer.Stream connection = server.open(client);
        try {
            connection.event(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"_x\",\"params\":{\"t\":\"" + "x".repeat(40_000) + "\"}}");
        } catch (IOException e) {
            // The client may close before it has read all of it.
        }
        assertThat(end().description()).contains("longer than 10000 bytes");
    }

    @Test
    void streamThatFallsSilentAfterSignsOfLifeIsLost() throws Exception {
        client = client(builder -> builder.silenceTimeout(Duration.ofMillis(300)));
        ScriptedServer.Stream connection = server.open(client);
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
        ScriptedServer.Stream connection = server.open(client);
        for (int i = 0; i < 2000; i++) {
            connection.event("{\"jsonrpc\":\"2.0\",\"method\":\"_x\",\"params\":{\"n\":" + i + "}}");
        }
        for (int i = 0; i < 2000; i++) {
            assertThat(client.next().at("/params/n").asInt()).isEqualTo(i);
        }
        await().until(() -> client.poll() == null);
    }

    /** Two processors give the common pool one thread, and programs that wait on it are many. */
    @Test
    void conversationGoesOnWhileTheThreadsOfTheCommonPoolAreHeld() throws Exception {
        try (HeldCommonPool held = new HeldCommonPool()) {
            ScriptedServer.Stream connection = server.open(client);
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
    void messagesThatFollowEachOtherShareASocket() throws Exception {
        server.open(client);
        Set<Integer> ports = new HashSet<>();
        for (int i = 1; i <= 50; i++) {
            client.send("{\"jsonrpc\":\"2.0\",\"method\":\"_test/" + i + "\",\"params\":{}}");
        }
        for (int i = 1; i <= 50; i++) {
            ScriptedServer.Asked post = server.post();
            ports.add(post.exchange().getRemoteAddress().getPort());
            post.accept();
        }
        assertThat(ports).hasSizeLessThan(3);
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
    void requestOfASessionWhoseIdNoHeaderCanCarryFailsAlone() throws Exception {
        ScriptedServer.Stream connection = server.open(client);
        client.send(NEW_SESSION);
        server.post().accept();
        connection.event("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"sessionId\":\"会话\"}}");
        assertThat(client.next().at("/result/sessionId").asText()).isEqualTo("会话");
        client.send(prompt(2, "会话"));
        JsonNode error = client.next();
        assertThat(error.get("id").asInt()).isEqualTo(2);
        assertThat(error.at("/error/data/reason").asText()).isEqualTo("not_sent");
        assertThat(error.at("/error/message").asText()).contains("no HTTP header can carry");
        client.send(prompt(3, "s"));
        assertThat(server.other().header("Acp-Session-Id")).isEqualTo("s");
        assertThat(client.transport.queuedBytes()).isPositive();
    }

    @Test
    void anyNumberOfRequestsThatCannotBeSentFailOneAfterTheOther() throws Exception {
        server.open(client);
        client.send(NEW_SESSION);
        ScriptedServer.Asked held = server.post();
        int count = 5_000;
        for (int i = 0; i < count; i++) {
            client.send(prompt(2 + i, "会话"));
        }
        held.accept();
        for (int i = 0; i < count; i++) {
            assertThat(client.next().get("id").asInt()).isEqualTo(2 + i);
        }
        client.send(NEW_SESSION.replace("\"id\":1", "\"id\":1000000"));
        server.post().accept();
    }

    @Test
    void eventsWhoseIdsNoHeaderCanCarryDoNotHoldTheirStreamUp() throws Exception {
        server.open(client);
        client.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().events();
        server.post().accept();
        session.raw("id: €7\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n\n".getBytes(UTF_8));
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
        session.end();
        ScriptedServer.Asked again = server.other();
        assertThat(again.header("Last-Event-ID")).isNull();
        again.events();
        client.send(prompt(3, "s"));
        server.post().accept();
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"params\":{\"update\":{\"sessionUpdate\":\"subagent_update\",\"sessionId\":\"child\"},\"sessionId\":\"s\"},"
                        + "\"method\":\"session/update\",\"jsonrpc\":\"2.0\"}",
                "{ \"jsonrpc\": \"2.0\", \"method\": \"session/update\", \"params\": { \"sessionId\": \"s\", \"update\": "
                        + "{ \"sessionId\": \"child\", \"sessionUpdate\": \"subagent_update\" } } }"
            })
    void streamOfAnAgentThatAnUpdateTellsOfIsOpenedHoweverTheUpdateIsWritten(String update) throws Exception {
        ScriptedServer.Stream connection = server.open(client);
        connection.event(update);
        assertThat(server.other().header("Acp-Session-Id")).isEqualTo("child");
        assertThat(client.next().get("method").asText()).isEqualTo("session/update");
    }

    @Test
    void endOfASessionStreamDoesNotFailRequestsThatHaveNotBeenPosted() throws Exception {
        server.open(client);
        client.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().events();
        ScriptedServer.Asked held = server.post();
        client.send(prompt(3, "s"));
        session.end();
        JsonNode error = client.next();
        assertThat(error.get("id").asInt()).isEqualTo(2);
        assertThat(error.at("/error/data/reason").asText()).isEqualTo("stream_ended");
        ScriptedServer.Stream again = server.other().events();
        held.accept();
        ScriptedServer.Asked next = server.post();
        assertThat(next.body()).contains("\"id\":3");
        next.accept();
        again.event("{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}");
        JsonNode response = client.next();
        assertThat(response.get("id").asInt()).isEqualTo(3);
        assertThat(response.has("result")).isTrue();
    }

    @Test
    void streamThatIsOpenedTooLateIsNotReadBesideTheOneThatHasTakenItsPlace() throws Exception {
        client = client(builder -> builder.openTimeout(Duration.ofSeconds(3)));
        server.open(client);
        client.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().events();
        server.post().accept();
        session.event("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
        session.end();
        ScriptedServer.Asked late = server.other();
        ScriptedServer.Asked successor = server.other();
        try {
            late.events().event("{\"jsonrpc\":\"2.0\",\"method\":\"_late\"}");
        } catch (IOException e) {
            // The client has closed the socket.
        }
        await().during(Duration.ofMillis(300)).until(() -> client.poll() == null);
        successor.events().event("{\"jsonrpc\":\"2.0\",\"method\":\"_in_time\"}");
        assertThat(client.next().get("method").asText()).isEqualTo("_in_time");
    }

    private ScriptedServer.Stream openInVersion2() throws Exception {
        client.send(RawClient.INITIALIZE.replace("\"protocolVersion\":1", "\"protocolVersion\":2"));
        server.post()
                .reply(
                        200,
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":2}}",
                        "Acp-Connection-Id",
                        ScriptedPeer.CONNECTION);
        ScriptedServer.Stream stream = server.other().events();
        client.next();
        return stream;
    }

    /** In version 2 a turn goes on behind the response to its prompt, and nothing but the end of the connection can fail it. */
    @Test
    void sessionStreamThatIsCutInVersion2GoesOnBehindTheLastEventThatWasReceived() throws Exception {
        openInVersion2();
        client.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().eventsThatFail();
        server.post().accept();
        session.raw("id: 1\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n\n".getBytes(UTF_8));
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
        session.raw("id: 2\ndata: {\"jsonrpc\":\"2.0\",".getBytes(UTF_8));
        session.end();
        ScriptedServer.Asked again = server.other();
        assertThat(again.header("Last-Event-ID"))
                .as("the second event has not been received")
                .isEqualTo("1");
        again.events().event("{\"jsonrpc\":\"2.0\",\"method\":\"_on\"}");
        assertThat(client.next().get("method").asText()).isEqualTo("_on");
    }

    @Test
    void sessionStreamThatIsCutInVersion2BeforeItsFirstEventIsAskedForFromItsBeginning() throws Exception {
        ScriptedServer.Stream connection = openInVersion2();
        connection.raw("id: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"_x\"}\n\n".getBytes(UTF_8));
        client.next();
        client.send(prompt(2, "s").replace("session/prompt", "session/cancel").replace("\"id\":2,", ""));
        ScriptedServer.Stream session = server.other().eventsThatFail();
        server.post().accept();
        session.end();
        assertThat(server.other().header("Last-Event-ID")).isEqualTo("0");
    }

    @Test
    void sessionStreamThatIsCutInVersion2EndsTheConnectionWhereTheServerHasNotNumberedItsEvents() throws Exception {
        openInVersion2();
        client.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().eventsThatFail();
        server.post().accept();
        session.event("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
        session.end();
        assertThat(end().kind()).isEqualTo(CloseReason.Kind.FAILURE);
        assertThat(end().description()).contains("was cut off", "events may be lost");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void sessionStreamWhoseEventsAreLostEndsTheConnection(int version) throws Exception {
        if (version == 1) {
            server.open(client);
        } else {
            openInVersion2();
        }
        client.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().eventsThatFail();
        server.post().accept();
        session.raw("id: 7\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n\n".getBytes(UTF_8));
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
        session.end();
        ScriptedServer.Asked again = server.other();
        assertThat(again.header("Last-Event-ID")).isEqualTo("7");
        again.reply(410, "");
        assertThat(end().status()).isEqualTo(410);
        assertThat(end().description()).contains("events of a session are lost");
    }

    /** In version 1 the error of the request says what is lost, and the connection goes on. */
    @Test
    void eventsThatAreLostWithARequestOfVersion1FailItAlone() throws Exception {
        server.open(client);
        client.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().eventsThatFail();
        server.post().accept();
        session.raw("id: 7\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"_x\"}\n\n".getBytes(UTF_8));
        client.next();
        session.end();
        server.other().reply(410, "");
        ScriptedServer.Asked anew = server.other();
        assertThat(anew.header("Last-Event-ID")).isNull();
        anew.events();
        JsonNode error = client.next();
        assertThat(error.get("id").asInt()).isEqualTo(2);
        assertThat(error.at("/error/data/reason").asText()).isEqualTo("stream_ended");
        client.send(prompt(3, "s"));
        server.post().accept();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404})
    void sessionThatTheServerDoesNotKnowAnyMoreEndsTheConnectionInVersion2(int status) throws Exception {
        openInVersion2();
        client.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().events();
        server.post().accept();
        session.event("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
        client.next();
        session.end();
        server.other().reply(status, "");
        assertThat(end().status()).isEqualTo(status);
    }

    @Test
    void streamsThatEndWithoutHavingBeenOfUseEndTheConnectionInVersion2() throws Exception {
        openInVersion2();
        client.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().events();
        server.post().accept();
        session.event("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
        client.next();
        session.end();
        for (int i = 0; i < 7; i++) {
            server.other().events().end();
        }
        assertThat(end().description()).contains("cannot be kept open");
    }
}
