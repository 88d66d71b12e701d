package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.transport.CloseReason;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Events that are lost with the stream of a session. In version 2 a turn goes on behind the response to its prompt, so nothing but the
 * end of the connection can fail it.
 */
@Tag("full")
class LostEventsTest extends ClientFixture {

    /** Returns the stream of a session whose prompt is running. */
    private ScriptedServer.Stream prompted(int version) throws Exception {
        server.open(client, version);
        client.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().eventsThatFail();
        server.post().accept();
        return session;
    }

    @Test
    void sessionStreamThatIsCutInVersion2GoesOnBehindTheLastEventThatWasReceived() throws Exception {
        ScriptedServer.Stream session = prompted(2);
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
        ScriptedPeer.Stream connection = server.open(client, 2);
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
        ScriptedServer.Stream session = prompted(2);
        session.event("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
        session.end();
        assertThat(end().kind()).isEqualTo(CloseReason.Kind.FAILURE);
        assertThat(end().description()).contains("was cut off", "events may be lost");
    }

    @Test
    void eventsThatAreLostBetweenTurnsOfVersion1AreReportedAndTheStreamContinues() throws Exception {
        ScriptedServer.Stream session = prompted(1);
        session.raw("id: 7\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n\n".getBytes(UTF_8));
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
        session.end();
        server.other().reply(410, "");
        ScriptedServer.Asked next = server.other();
        assertThat(next.header("Last-Event-ID")).isNull();
        next.events().event("{\"jsonrpc\":\"2.0\",\"method\":\"_on\"}");

        assertThat(client.next().at("/lost").asText()).isEqualTo("s");
        assertThat(client.next().get("method").asText()).isEqualTo("_on");
    }

    @Test
    void cutStreamOfVersion1WhoseEventsAreNotNumberedIsReportedAsALoss() throws Exception {
        ScriptedServer.Stream session = prompted(1);
        session.raw("data: {\"jsonrpc\":\"2.0\",\"method\":\"_x\"}\n\n".getBytes(UTF_8));
        client.next();
        session.end();
        server.other().events().event("{\"jsonrpc\":\"2.0\",\"method\":\"_on\"}");

        assertThat(client.next().at("/lost").asText()).isEqualTo("s");
        assertThat(client.next().at("/error/data/reason").asText()).isEqualTo("stream_ended");
        assertThat(client.next().get("method").asText()).isEqualTo("_on");
    }

    @Test
    void turnOfVersion1ContinuesWhenItsStreamIsOpenedAgainAfterTheLastEvent() throws Exception {
        ScriptedServer.Stream session = prompted(1);
        session.raw("id: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"_x\"}\n\n".getBytes(UTF_8));
        client.next();
        session.end();
        ScriptedServer.Asked again = server.other();
        assertThat(again.header("Last-Event-ID")).isEqualTo("1");
        again.events().event("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");

        assertThat(client.next().has("result")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404, 410})
    void turnOfVersion1EndsWithAReasonWhenItsStreamIsRefused(int status) throws Exception {
        client.transport.close();
        client = client(builder -> builder.openTimeout(Duration.ofSeconds(1)));
        ScriptedServer.Stream session = prompted(1);
        session.raw("id: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"_x\"}\n\n".getBytes(UTF_8));
        client.next();
        session.end();
        server.other().reply(status, "");

        if (status == 404) {
            assertThat(end().status()).isEqualTo(404);
            return;
        }
        if (status == 410) {
            assertThat(client.next().at("/lost").asText()).isEqualTo("s");
        }
        assertThat(client.next().at("/error/data/reason").asText()).isEqualTo("stream_ended");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void streamOfTheConnectionThatIsCutContinuesAfterTheLastEvent(int version) throws Exception {
        client.send(RawClient.INITIALIZE);
        server.post()
                .reply(
                        200,
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":" + version + "}}",
                        "Acp-Connection-Id",
                        ScriptedPeer.CONNECTION);
        ScriptedServer.Stream connection = server.other().eventsThatFail();
        client.next();
        connection.raw("id: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"_x\"}\n\n".getBytes(UTF_8));
        client.next();
        connection.end();
        ScriptedServer.Asked again = server.other();
        assertThat(again.header("Acp-Session-Id")).isNull();
        assertThat(again.header("Last-Event-ID")).isEqualTo("1");
        again.events().event("{\"jsonrpc\":\"2.0\",\"method\":\"_on\"}");

        assertThat(client.next().get("method").asText()).isEqualTo("_on");
    }

    @Test
    void sessionStreamWhoseEventsAreLostEndsTheConnectionInVersion2() throws Exception {
        ScriptedServer.Stream session = prompted(2);
        session.raw("id: 7\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n\n".getBytes(UTF_8));
        assertThat(client.next().get("id").asInt()).isEqualTo(2);
        session.end();
        ScriptedServer.Asked again = server.other();
        assertThat(again.header("Last-Event-ID")).isEqualTo("7");
        again.reply(410, "");
        assertThat(end().status()).isEqualTo(410);
        assertThat(end().description()).contains("events of a session are lost");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404})
    void sessionThatTheServerDoesNotKnowAnyMoreEndsTheConnectionInVersion2(int status) throws Exception {
        client.transport.close();
        Puppet waiting = client(builder -> builder.openTimeout(Duration.ofSeconds(20)));
        client = waiting;
        server.open(waiting, 2);
        waiting.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().events();
        server.post().accept();
        session.event("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
        waiting.next();
        session.end();
        server.other().reply(status, "");
        assertThat(end().status()).isEqualTo(status);
    }

    /** It ends its streams one by one, and the client may ask for one of them again before it learns of the end of the other. */
    @Test
    void serverThatShutsDownInVersion2SaysSoWhicheverStreamItEndsFirst() throws Exception {
        client.transport.close();
        // How long closing waits does not matter: nobody closes it.
        Puppet patient = client(builder -> builder.closeTimeout(Duration.ZERO).openTimeout(Duration.ofMinutes(5)));
        client = patient;
        ScriptedPeer.Stream connection = server.open(patient, 2);
        patient.send(prompt(2, "s"));
        ScriptedServer.Stream session = server.other().events();
        server.post().accept();
        session.event("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
        patient.next();
        session.end();
        server.other().reply(404, "");

        connection.raw(": the server shuts down\n\n".getBytes(UTF_8));
        connection.end();

        assertThat(end().kind()).isEqualTo(CloseReason.Kind.PEER);
        assertThat(end().description()).contains("the server shuts down");
    }

    @Test
    void streamsThatEndWithoutHavingBeenOfUseEndTheConnectionInVersion2() throws Exception {
        server.open(client, 2);
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
