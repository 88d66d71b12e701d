package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgent;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.transport.ws.testing.Certificates;
import io.netty.handler.codec.http2.Http2Error;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server, or a proxy, that lets a client have only so many requests and event streams at once on a socket with HTTP/2. */
@Timeout(300)
class Http2LimitsTest {

    private static String request(int id, String method, String session) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{\"sessionId\":\""
                + session + "\"}}";
    }

    /** Tomcat lets a client have 100, unless set; each session has one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whatDoesNotFitOnTheSocketGoesOverOthers(int version) throws Exception {
        AcpAgent agent = AcpAgent.builder()
                .info("echo", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onPrompt(turn -> turn.say("You said: " + turn.text()))
                .build();
        Certificates certificates = Certificates.localhost();
        List<String> said = new CopyOnWriteArrayList<>();
        try (Served server = Served.Host.TOMCAT.serve(agent::serve, Served.Setup.DEFAULT.withTls(certificates));
                AcpClient client = AcpClient.builder(HttpTransport.builder(server.uri())
                                .trust(certificates.certificate())
                                .connect())
                        .protocolVersions(version == 1 ? ProtocolVersion.V1 : ProtocolVersion.V2)
                        .onUpdate((session, update) -> {
                            if (update instanceof AgentMessageChunk chunk) {
                                said.add(chunk.text());
                            }
                        })
                        .connect()) {
            List<ClientSession> sessions = new ArrayList<>();
            for (int i = 0; i < 130; i++) {
                sessions.add(client.newSession(Path.of("/")));
            }
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < sessions.size(); i++) {
                assertThat(sessions.get(i).prompt("" + i).stopReason()).isEqualTo(StopReason.END_TURN);
                expected.add("You said: " + i);
            }
            assertThat(said).isEqualTo(expected);
        }
    }

    /** It speaks nothing but HTTP/2. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whatFitsOnNoSocketFailsAndIsTold(int most) throws Exception {
        try (Http2ScriptedServer server = new Http2ScriptedServer(most)) {
            Puppet client = new Puppet(
                    server.client().closeTimeout(Duration.ofMillis(500)).connect());
            client.transport.start(client);
            server.open(client, 1);
            try {
                for (int id = 1; id <= 3 && !client.hasReceived() && !client.end.isDone(); id++) {
                    client.send(request(id, "session/prompt", "s" + id));
                    AtomicBoolean isPosted = new AtomicBoolean();
                    while (!isPosted.get() && !client.hasReceived() && !client.end.isDone()) {
                        await().atMost(Duration.ofMinutes(1))
                                .until(() -> server.hasPost()
                                        || server.hasOther()
                                        || client.hasReceived()
                                        || client.end.isDone());
                        if (server.hasOther()) {
                            server.other().events();
                        } else if (server.hasPost()) {
                            server.post().accept();
                            isPosted.set(true);
                        }
                    }
                }
            } catch (TransportClosedException e) {
                // The end is checked below.
            }
            JsonNode error = client.poll();
            if (error == null) {
                assertThat(client.end.get(60, TimeUnit.SECONDS).kind()).isEqualTo(CloseReason.Kind.FAILURE);
            } else {
                assertThat(error.at("/error/data/reason").asText()).isEqualTo("post_cut");
                client.transport.close();
            }
        }
    }

    /** The client of the JDK sends a refused request again, because it was not processed, but not forever. */
    @Test
    void requestThatIsRefusedAgainAndAgainFailsAloneAndTheConnectionEndsAfterItsDeletionIsRefused() throws Exception {
        try (Http2ScriptedServer server = new Http2ScriptedServer()) {
            Puppet client = new Puppet(
                    server.client().closeTimeout(Duration.ofMillis(500)).connect());
            client.transport.start(client);
            server.open(client, 1);
            client.send(request(1, "session/new", ""));
            refuse(server, client::hasReceived);
            assertThat(client.next().at("/error/data/reason").asText()).isEqualTo("post_cut");
            assertThat(client.end).isNotDone();
            CompletableFuture<Void> closing = CompletableFuture.runAsync(client.transport::close);
            refuse(server, client.transport.closed().toCompletableFuture()::isDone);
            closing.get(60, TimeUnit.SECONDS);
            assertThat(client.end.get(60, TimeUnit.SECONDS)).isNotNull();
        }
    }

    private static void refuse(Http2ScriptedServer server, BooleanSupplier isDone) throws Exception {
        for (int refused = 0; !isDone.getAsBoolean(); refused++) {
            assertThat(refused).as("number of refused requests").isLessThan(50);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> server.hasPost() || server.hasOther() || isDone.getAsBoolean());
            if (server.hasPost() || server.hasOther()) {
                var asked = server.hasPost() ? server.post() : server.other();
                asked.reset(Http2Error.REFUSED_STREAM);
            }
        }
    }

    /** The socket stays open, and nothing comes on it any more. */
    @Test
    void messageBehindWhichAServerIsSilentThatTakesNoMoreFails() throws Exception {
        try (Http2ScriptedServer server = new Http2ScriptedServer()) {
            Puppet client = new Puppet(server.client()
                    .closeTimeout(Duration.ofMillis(500))
                    .postTimeout(Duration.ofSeconds(20))
                    .connect());
            client.transport.start(client);
            server.open(client, 1);
            server.goAwayBehind(1000);
            try {
                client.send(request(1, "session/new", ""));
            } catch (TransportClosedException e) {
                // Its end is told.
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> client.hasReceived() || client.end.isDone());
            JsonNode error = client.poll();
            if (error == null) {
                assertThat(client.end.get().kind()).isEqualTo(CloseReason.Kind.FAILURE);
            } else {
                assertThat(error.at("/error/data/reason").asText()).isEqualTo("post_timeout");
            }
            client.transport.close();
            assertThat(client.end.get(60, TimeUnit.SECONDS)).isNotNull();
        }
    }
}
