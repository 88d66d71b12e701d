package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that lets a client read a session only when that is open on its connection, or not at all. */
@Timeout(300)
abstract class RefusedStreamsTest {

    private ScriptedPeer<?> server;
    private Puppet client;

    abstract ScriptedPeer<?> serve() throws Exception;

    @BeforeEach
    void start() throws Exception {
        server = serve();
        client = new Puppet(server.client().connect());
        client.transport.start(client);
    }

    @AfterEach
    void close() {
        client.transport.close();
        server.close();
    }

    private static String request(int id, String method, String session) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{\"sessionId\":\""
                + session + "\"}}";
    }

    private static String result(int id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}";
    }

    private static String update(String session, int number) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"" + session + "\",\"n\":"
                + number + "}}";
    }

    /** Refuses what is asked for, which is the stream of a session. */
    private void refuse(String session, int status) throws Exception {
        ScriptedPeer.Asked stream = server.other();
        assertThat(stream.method()).isEqualTo("GET");
        assertThat(stream.header("Acp-Session-Id")).isEqualTo(session);
        stream.reply(status, "");
    }

    /** Prompts in a session of its own, and ends the turn. */
    private void otherSessionGoesOn(int id) throws Exception {
        client.send(request(id, "session/prompt", "other"));
        ScriptedPeer.Asked stream = server.other();
        while (!"other".equals(stream.header("Acp-Session-Id"))) {
            stream.reply(403, "");
            stream = server.other();
        }
        ScriptedPeer.Stream other = stream.events();
        server.post().accept();
        other.event(result(id));
        JsonNode response = client.next();
        assertThat(response.get("id").asInt()).isEqualTo(id);
        assertThat(response.has("result")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"session/load,1,403", "session/resume,1,403", "session/resume,2,403", "session/load,1,404"})
    void sessionIsLoadedWhoseStreamIsOpenedWhenTheRequestIsThere(String method, int version, int status)
            throws Exception {
        ScriptedPeer.Stream connection = server.open(client, version);
        client.send(request(1, method, "s"));
        refuse("s", status);
        ScriptedPeer.Asked load = server.post();
        assertThat(load.body()).contains(method);
        assertThat(load.header("Acp-Session-Id")).isEqualTo("s");
        load.accept();
        refuse("s", status);
        ScriptedPeer.Stream session = server.other().events();
        session.event(update("s", 1));
        assertThat(client.next().at("/params/n").asInt()).isEqualTo(1);
        session.event(update("s", 2));
        connection.event(result(1));
        assertThat(client.next().at("/params/n").asInt()).isEqualTo(2);
        assertThat(client.next().get("id").asInt()).isEqualTo(1);
        client.send(request(2, "session/prompt", "s"));
        server.post().accept();
        session.event(result(2));
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
        assertThat(server.hasOther()).isFalse();
    }

    /** The session is this connection's only when it has been loaded, and its replay waits for the stream. */
    @Test
    void responseThatCrossesTheRefusalWaitsForTheStream() throws Exception {
        ScriptedPeer.Stream connection = server.open(client, 1);
        client.send(request(1, "session/load", "s"));
        refuse("s", 403);
        ScriptedPeer.Asked load = server.post();
        connection.event(result(1));
        load.accept();
        refuse("s", 403);
        assertThat(client.poll()).isNull();
        ScriptedPeer.Stream session = server.other().events();
        session.event(update("s", 1));
        assertThat(client.next().at("/params/n").asInt()).isEqualTo(1);
        assertThat(client.next().get("id").asInt()).isEqualTo(1);
    }

    @Test
    void responseOnTheStreamThatWasOpenedLateIsDelivered() throws Exception {
        server.open(client, 1);
        client.send(request(1, "session/load", "s"));
        refuse("s", 403);
        server.post().accept();
        ScriptedPeer.Stream session = server.other().events();
        session.event(result(1));
        assertThat(client.next().get("id").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void sessionWhoseStreamIsRefusedForGoodIsNotLoadedAndTheOthersGoOn(int version) throws Exception {
        ScriptedPeer.Stream connection = server.open(client, version);
        client.send(request(1, "session/resume", "s"));
        refuse("s", 403);
        server.post().accept();
        connection.event(result(1));
        // More often than the client asks, so that none is left for the session beside it.
        JsonNode error = null;
        for (int i = 0; i < 50 && error == null; i++) {
            await().atMost(Duration.ofMinutes(1)).until(() -> server.hasOther() || client.hasReceived());
            error = client.poll();
            if (error == null) {
                refuse("s", 403);
            }
        }
        assertThat(error).isNotNull();
        assertThat(error.get("id").asInt()).isEqualTo(1);
        assertThat(error.at("/error/data/status").asInt()).isEqualTo(403);
        assertThat(error.at("/error/data/reason").asText()).isEqualTo("http_status");
        assertThat(error.at("/error/message").asText()).contains("has opened the session", "no event stream");
        otherSessionGoesOn(2);
    }

    @Test
    void sessionThatIsNotThereIsAnErrorOfTheAgentAndItsStreamIsAskedForNoMore() throws Exception {
        ScriptedPeer.Stream connection = server.open(client, 1);
        client.send(request(1, "session/load", "s"));
        refuse("s", 403);
        server.post().accept();
        connection.event("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32002,\"message\":\"none\"}}");
        assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32002);
        otherSessionGoesOn(2);
        await().during(Duration.ofMillis(1_500)).atMost(Duration.ofSeconds(60)).until(() -> !server.hasOther());
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 403, 429, 503})
    void loadThatIsRefusedAsWellFailsAlone(int status) throws Exception {
        server.open(client, 1);
        client.send(request(1, "session/load", "s"));
        refuse("s", 403);
        server.post().reply(status, "not yours");
        JsonNode error = client.next();
        assertThat(error.get("id").asInt()).isEqualTo(1);
        assertThat(error.at("/error/data/status").asInt()).isEqualTo(status);
        assertThat(error.at("/error/data/body").asText()).isEqualTo("not yours");
        otherSessionGoesOn(2);
    }

    /** That is what a server says that does not know the connection. */
    @Test
    void loadThatIsNotFoundEndsTheConnection() throws Exception {
        server.open(client, 1);
        client.send(request(1, "session/load", "s"));
        refuse("s", 403);
        server.post().reply(404, "");
        assertThat(((HttpCloseReason) client.end.get(60, TimeUnit.SECONDS)).status())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void promptOfASessionWhoseStreamIsRefusedFailsAloneAndIsNotSent(int version) throws Exception {
        server.open(client, version);
        client.send(request(1, "session/prompt", "s"));
        refuse("s", 403);
        JsonNode error = client.next();
        assertThat(error.get("id").asInt()).isEqualTo(1);
        assertThat(error.at("/error/data/status").asInt()).isEqualTo(403);
        assertThat(error.at("/error/message").asText()).contains("load or resume it");
        assertThat(server.hasPost()).isFalse();
        otherSessionGoesOn(2);
        client.send(request(3, "session/prompt", "s"));
        ScriptedPeer.Stream session = server.other().events();
        server.post().accept();
        session.event(result(3));
        assertThat(client.next().get("id").asInt()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"session/fork", "session/delete"})
    void requestAboutASessionThatIsNotOpenIsSentWithoutItsStream(String method) throws Exception {
        ScriptedPeer.Stream connection = server.open(client, 1);
        client.send(request(1, method, "s"));
        refuse("s", 403);
        ScriptedPeer.Asked asked = server.post();
        assertThat(asked.body()).contains(method);
        asked.accept();
        connection.event(result(1));
        JsonNode response = client.next();
        assertThat(response.get("id").asInt()).isEqualTo(1);
        assertThat(response.has("result")).isTrue();
        otherSessionGoesOn(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {202, 403})
    void notificationAboutASessionWhoseStreamIsRefusedIsSentAndEndsNothing(int status) throws Exception {
        server.open(client, 1);
        client.send(request(1, "session/cancel", "s").replace("\"id\":1,", ""));
        refuse("s", 403);
        ScriptedPeer.Asked cancel = server.post();
        assertThat(cancel.body()).contains("session/cancel");
        cancel.reply(status, "");
        otherSessionGoesOn(2);
    }

    /** In version 1 the errors of its requests say what is lost. */
    @Test
    void streamThatEndsAndIsRefusedThenFailsTheRequestsOfItsSessionOnly() throws Exception {
        server.open(client, 1);
        client.send(request(1, "session/prompt", "s"));
        ScriptedPeer.Stream session = server.other().events();
        server.post().accept();
        session.end();
        JsonNode error = client.next();
        assertThat(error.get("id").asInt()).isEqualTo(1);
        assertThat(error.at("/error/data/reason").asText()).isEqualTo("stream_ended");
        refuse("s", 403);
        otherSessionGoesOn(2);
    }

    @Test
    void severalSessionsAreLoadedAtOnceOneOfWhichIsNotThisClients() throws Exception {
        ScriptedPeer.Stream connection = server.open(client, 1);
        client.send(request(1, "session/load", "mine"));
        refuse("mine", 403);
        ScriptedPeer.Asked mine = server.post();
        mine.accept();
        client.send(request(2, "session/load", "theirs"));
        boolean mineIsOpen = false;
        boolean isPosted = false;
        while (!mineIsOpen || !isPosted) {
            await().atMost(Duration.ofMinutes(1)).until(() -> server.hasOther() || server.hasPost());
            if (server.hasPost()) {
                server.post().reply(403, "");
                isPosted = true;
            } else {
                ScriptedPeer.Asked stream = server.other();
                if ("mine".equals(stream.header("Acp-Session-Id")) && isPosted) {
                    stream.events();
                    mineIsOpen = true;
                } else {
                    stream.reply(403, "");
                }
            }
        }
        JsonNode error = client.next();
        assertThat(error.get("id").asInt()).isEqualTo(2);
        assertThat(error.at("/error/data/status").asInt()).isEqualTo(403);
        connection.event(result(1));
        JsonNode loaded = client.next();
        assertThat(loaded.get("id").asInt()).isEqualTo(1);
        assertThat(loaded.has("result")).isTrue();
    }

    @Test
    void requestThatIsOpenWhenTheConnectionEndsIsNotWaitedFor() throws Exception {
        ScriptedPeer.Stream connection = server.open(client, 1);
        client.send(request(1, "session/load", "s"));
        refuse("s", 403);
        server.post().accept();
        refuse("s", 403);
        connection.end();
        assertThat(client.end.get(60, TimeUnit.SECONDS)).isNotNull();
    }
}
