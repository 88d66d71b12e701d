package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a client opens the event streams of sessions, and what fails where one ends or is refused. */
class ClientStreamTest extends ClientFixture {

    @Test
    void sessionStreamIsOpenedWhenTheSessionIsKnownAndBeforeItsFirstMessage() throws Exception {
        ScriptedPeer.Stream connection = server.open(client);
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
        ScriptedPeer.Stream connection = server.open(client);
        connection.event(
                "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s\",\"update\":"
                        + "{\"title\":\"x\",\"sessionUpdate\":\"subagent_update\",\"sessionId\":\"child\"}}}");
        assertThat(server.other().header("Acp-Session-Id")).isEqualTo("child");
        assertThat(client.next().get("method").asText()).isEqualTo("session/update");
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
        ScriptedPeer.Stream connection = server.open(client);
        connection.event(update);
        assertThat(server.other().header("Acp-Session-Id")).isEqualTo("child");
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
        ScriptedPeer.Stream connection = server.open(client);
        client.send(NEW_SESSION);
        server.post().accept();
        connection.event("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"sessionId\":\"s\"}}");
        assertThat(before.get(2, TimeUnit.MINUTES).get("id").asInt()).isEqualTo(1);
        assertThat(server.other().header("Acp-Session-Id")).isEqualTo("s");
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
        if (!clean) {
            assertThat(client.next().at("/lost").asText()).isEqualTo("s");
        }
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
        await().atMost(Duration.ofSeconds(60)).during(Duration.ofMillis(200)).until(() -> !server.hasOther());
        client.send(prompt(3, "s"));
        server.other().events();
        server.post().accept();
    }

    @Test
    void streamThatIsOpenedTooLateIsNotReadBesideTheOneThatHasTakenItsPlace() throws Exception {
        client = client(builder -> builder.openTimeout(Duration.ofSeconds(20)));
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
        await().atMost(Duration.ofSeconds(60)).during(Duration.ofMillis(300)).until(() -> client.poll() == null);
        successor.events().event("{\"jsonrpc\":\"2.0\",\"method\":\"_in_time\"}");
        assertThat(client.next().get("method").asText()).isEqualTo("_in_time");
    }

    @Test
    void endOfASessionStreamWhoseEventsAreNumberedFailsItsRequestsOnlyIfItIsNotOpenedAgain() throws Exception {
        ScriptedPeer.Stream connection = server.open(client);
        client.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().events();
        server.post().accept();
        client.send(NEW_SESSION.replace("\"id\":1", "\"id\":3"));
        server.post().accept();
        session.raw("id: 17\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"_x\"}\n\n".getBytes(UTF_8));
        client.next();
        session.end();
        server.other().reply(403, "");
        JsonNode error = client.next();
        assertThat(error.get("id").asInt()).isEqualTo(2);
        assertThat(error.at("/error/data/reason").asText()).isEqualTo("stream_ended");
        connection.event("{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}");
        assertThat(client.next().get("id").asInt()).isEqualTo(3);
        client.send(prompt(4, "s"));
        ScriptedServer.Asked again = server.other();
        assertThat(again.header("Acp-Session-Id")).isEqualTo("s");
        again.events();
        server.post().accept();
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
        assertThat(client.next().at("/lost").asText()).isEqualTo("s");
        JsonNode error = client.next();
        assertThat(error.get("id").asInt()).isEqualTo(2);
        assertThat(error.at("/error/data/reason").asText()).isEqualTo("stream_ended");
        client.send(prompt(3, "s"));
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
}
