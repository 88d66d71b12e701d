package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** HTTP/2 with TLS. */
class Http2ServerTest extends ServerTest {

    @Override
    Served.Host host() {
        return Served.Host.NETTY;
    }

    @Override
    boolean isHttp2() {
        return true;
    }

    /** The server resets a stream that another request takes over. */
    @Test
    void hundredsOfStreamsCanBeTakenOverAndTheOthersGoOn() throws Exception {
        RawClient client = start(HttpLimits.builder()
                .keepAlive(Duration.ofSeconds(3), Duration.ofMinutes(1))
                .build());
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events connection = client.open(id, null);
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            taken.add("s" + i);
        }
        assertThat(ask(client, id, taken)).isEmpty();
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (!taken.isEmpty() && System.nanoTime() < end) {
            taken = ask(client, id, taken);
        }
        assertThat(taken).isEmpty();
        agent.send("{\"jsonrpc\":\"2.0\",\"method\":\"_still_here\",\"params\":{}}");
        assertThat(connection.next().get("method").asText()).isEqualTo("_still_here");
    }

    /** The rest of its body never comes. */
    @Test
    void messageThatIsGivenUpInItsMiddleReachesNobodyAndTheOthersOnItsSocketGoOn() throws Exception {
        RawClient client = start(HttpLimits.defaults());
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events connection = client.open(id, null);
        RawClient.Events session = client.open(id, "s");
        SubmissionPublisher<ByteBuffer> body = new SubmissionPublisher<>();
        CompletableFuture<HttpResponse<String>> post = client.http.sendAsync(
                client.request("Content-Type", "application/json", ID, id, SESSION, "s")
                        .POST(HttpRequest.BodyPublishers.fromPublisher(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        await().atMost(Duration.ofMinutes(1)).until(() -> body.getNumberOfSubscribers() > 0);
        body.submit(ByteBuffer.wrap(
                request(7, "session/prompt", "s").substring(0, 20).getBytes(UTF_8)));
        CompletableFuture<HttpResponse<String>> beside = client.postLater(NEW_SESSION, ID, id);
        assertThat(beside.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(202);
        assertThat(agent.next().get("method").asText()).isEqualTo("session/new");
        post.cancel(true);
        body.closeExceptionally(new IOException("a test"));
        agent.update("s", "still here");
        assertThat(session.next().at("/params/text").asText()).isEqualTo("still here");
        assertThat(client.post(request(8, "session/prompt", "s"), ID, id, SESSION, "s")
                        .statusCode())
                .isEqualTo(202);
        assertThat(agent.next().get("id").asInt()).isEqualTo(8);
        assertThat(agent.poll()).isNull();
        assertThat(connection.isEmpty()).isTrue();
    }

    @Test
    void eventStreamThatIsResetLosesNothingThatIsSentLaterAndTheOthersOnItsSocketGoOn() throws Exception {
        RawClient client = start(HttpLimits.builder().replayBytes(1 << 20).build());
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events connection = client.open(id, null);
        for (int round = 0; round < 20; round++) {
            String seen = "" + round;
            // Where the reset has not been seen yet, somebody reads the stream.
            RawClient.Events session = await().atMost(Duration.ofMinutes(1))
                    .until(() -> client.open(id, "s", "Last-Event-ID", seen), events -> events.status == 200);
            agent.update("s", "" + round);
            assertThat(session.next().at("/params/text").asText()).isEqualTo("" + round);
            session.cut();
            agent.send("{\"jsonrpc\":\"2.0\",\"method\":\"_still_here\",\"params\":{}}");
            assertThat(connection.next().get("method").asText()).isEqualTo("_still_here");
        }
    }

    /** Asks for the streams of sessions, all at once; returns those that are not opened. */
    private static Set<String> ask(RawClient client, String id, Set<String> sessions) {
        List<CompletableFuture<String>> asked = new ArrayList<>();
        for (String session : sessions) {
            asked.add(client.http
                    .sendAsync(
                            client.request("Accept", "text/event-stream", ID, id, SESSION, session)
                                    .GET()
                                    .build(),
                            HttpResponse.BodyHandlers.ofInputStream())
                    .thenApply(response -> response.statusCode() == 200 ? "" : session));
        }
        Set<String> left = new HashSet<>();
        asked.forEach(each -> left.add(each.join()));
        left.remove("");
        return left;
    }
}
