package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.transport.CloseReason;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In which order a client posts messages, what it posts again, and what fails with a message that does not arrive. */
class ClientPostTest extends ClientFixture {

    private static final String CANCEL =
            "{\"jsonrpc\":\"2.0\",\"method\":\"session/cancel\",\"params\":{\"sessionId\":\"s\"}}";

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
        assertThat(client.next().at("/error/data/reason").asText()).isEqualTo("post_cut");
        assertThat(server.hasPost()).isFalse();
        assertThat(client.end).isNotDone();
    }

    /** The agent goes on with the response, so a cancellation that was sent before it must have arrived. */
    @Test
    void responseWaitsForTheNotificationsThatWereSentBeforeIt() throws Exception {
        JsonNode asked = askedInATurn();
        client.send(CANCEL);
        client.respond(asked, "{\"ok\":false}");
        ScriptedServer.Asked cancel = server.post();
        assertThat(cancel.body()).contains("session/cancel");
        await().atMost(Duration.ofSeconds(60)).during(Duration.ofMillis(200)).until(() -> !server.hasPost());
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

    @ParameterizedTest
    @ValueSource(ints = {400, 409, 413, 429, 500, 502, 503})
    void requestThatIsRefusedFailsAloneAndIsNotSentAgain(int status) throws Exception {
        ScriptedPeer.Stream connection = server.open(client);
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

    @Test
    void notificationThatCannotBeDeliveredEndsTheConnection() throws Exception {
        server.open(client);
        client.send("{\"jsonrpc\":\"2.0\",\"method\":\"_x\",\"params\":{}}");
        server.post().reply(500, "");
        assertThat(end().status()).isEqualTo(500);
        assertThat(server.other().method()).isEqualTo("DELETE");
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
    void requestOfASessionWhoseIdNoHeaderCanCarryFailsAlone() throws Exception {
        ScriptedPeer.Stream connection = server.open(client);
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
}
