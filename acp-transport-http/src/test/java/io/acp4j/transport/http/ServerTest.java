package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.transport.CloseReason;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a server keeps, whatever serves and whichever version of HTTP its clients speak; they send raw requests. */
abstract class ServerTest extends ServerStreamContract {

    @Test
    void deleteEndsTheConnectionAndItsStreams() throws Exception {
        RawClient client = start();
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events connection = client.open(id, null);
        RawClient.Events session = client.open(id, "s");
        client.post(request(1, "session/prompt", "s"), ID, id, SESSION, "s");
        assertThat(client.delete(ID, id).statusCode()).isEqualTo(202);
        assertThat(connection.awaitEnd()).isEqualTo("end");
        assertThat(session.awaitEnd()).isEqualTo("end");
        assertThat(agent.end.get(60, TimeUnit.SECONDS).kind()).isEqualTo(CloseReason.Kind.PEER);
        assertThat(client.post(NEW_SESSION, ID, id).statusCode()).isEqualTo(404);
        assertThat(client.delete(ID, id).statusCode()).isEqualTo(404);
    }

    @Test
    void slowReaderLosesNothingAndHoldsNobodyElse() throws Exception {
        RawClient client =
                start(HttpLimits.builder().maxQueuedBytes(64 * 1024, 1 << 20).build());
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events other = client.open(id, "other");
        int count = 400;
        String pad = "x".repeat(32 * 1024);
        CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
            try {
                for (int i = 0; i < count; i++) {
                    agent.update("slow", i + " " + pad);
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        await().atMost(Duration.ofMinutes(1)).until(() -> agent.transport.queuedBytes() >= 64 * 1024);
        for (int i = 0; i < 100; i++) {
            agent.update("other", "" + i);
            assertThat(other.next().at("/params/text").asText()).isEqualTo("" + i);
        }
        assertThat(sent).isNotDone();
        RawClient.Events slow = client.open(id, "slow");
        for (int i = 0; i < count; i++) {
            assertThat(slow.next().at("/params/text").asText()).isEqualTo(i + " " + pad);
        }
        assertThat(sent).succeedsWithin(Duration.ofMinutes(1));
    }

    @Test
    void clientThatLeavesAStreamUnreadLosesTheConnectionAndIsToldWhy() throws Exception {
        RawClient client = start(HttpLimits.builder()
                .maxQueuedBytes(64 * 1024, 1 << 20)
                .slowReaderTimeout(Duration.ofMillis(300))
                .build());
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events connection = client.open(id, null);
        CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
            try {
                while (true) {
                    agent.update("unread", "x".repeat(32 * 1024));
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(agent.end.get(60, TimeUnit.SECONDS))
                .satisfies(reason -> assertThat(reason.kind()).isEqualTo(CloseReason.Kind.FAILURE))
                .satisfies(reason -> assertThat(reason.description()).contains("has read nothing for 300 ms"));
        assertThat(sent).failsWithin(Duration.ofMinutes(1));
        connection.awaitEnd();
        assertThat(connection.comments).anyMatch(comment -> comment.contains("has read nothing"));
        assertThat(client.post(NEW_SESSION, ID, id).statusCode()).isEqualTo(404);
    }

    @Test
    void clientThatIsGoneFreesItsConnection() throws Exception {
        RawClient client = start(
                HttpLimits.builder().streamlessTimeout(Duration.ofMillis(300)).build());
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        assertThat(agent.end.get(60, TimeUnit.SECONDS).description()).contains("no event stream was open");
        assertThat(client.post(NEW_SESSION, ID, id).statusCode()).isEqualTo(404);
    }

    @Test
    void shutdownEndsStreamsWithACommentAndTakesNoMoreConnections() throws Exception {
        RawClient client = start();
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events events = client.open(id, null);
        client.post(NEW_SESSION, ID, id);
        JsonNode pending = agent.next();
        CompletableFuture<Void> closed =
                Objects.requireNonNull(server).shutdown(Duration.ofMinutes(1)).toCompletableFuture();
        agent.respond(pending, "{\"sessionId\":\"s\"}");
        assertThat(events.next().at("/result/sessionId").asText()).isEqualTo("s");
        events.awaitEnd();
        assertThat(events.comments).anyMatch(comment -> comment.contains("shuts down"));
        assertThat(closed).succeedsWithin(Duration.ofMinutes(1));
    }

    @Test
    void clientThatIsStillServedInAShutdownMayComeOnNewSockets() throws Exception {
        RawClient client = start();
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        client.post(NEW_SESSION, ID, id);
        JsonNode pending = agent.next();
        Served served = Objects.requireNonNull(server);
        CompletableFuture<Void> closed = served.shutdown(Duration.ofMinutes(1)).toCompletableFuture();
        RawClient later = client(served);
        RawClient.Events events = later.open(id, null);
        assertThat(later.post(RawClient.INITIALIZE).statusCode()).isEqualTo(503);
        agent.respond(pending, "{\"sessionId\":\"s\"}");
        assertThat(events.next().at("/result/sessionId").asText()).isEqualTo("s");
        events.awaitEnd();
        assertThat(closed).succeedsWithin(Duration.ofMinutes(1));
    }

    @Test
    void backlogOfAHundredMegabytesStaysWithItsSenderUntilTheReaderIsGivenUp() throws Exception {
        int limit = 256 * 1024;
        RawClient client = start(HttpLimits.builder()
                .maxQueuedBytes(limit, 4 * limit)
                .slowReaderTimeout(Duration.ofSeconds(2))
                .build());
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events connection = client.open(id, null);
        HttpResponse<InputStream> unread = client.http.send(
                client.request("Accept", "text/event-stream", ID, id, SESSION, "s")
                        .GET()
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        assertThat(unread.statusCode()).isEqualTo(200);
        String text = "x".repeat(limit);
        AtomicInteger sent = new AtomicInteger();
        AtomicLong most = new AtomicLong();
        CompletableFuture<Void> backlog = CompletableFuture.runAsync(() -> {
            try {
                for (int i = 0; i < 400; i++) {
                    agent.update("s", text);
                    sent.incrementAndGet();
                    most.accumulateAndGet(agent.transport.queuedBytes(), Math::max);
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(agent.end.get(60, TimeUnit.SECONDS).description()).contains("has read nothing for 2 s");
        assertThat(backlog).failsWithin(Duration.ofMinutes(1));
        // What is on its way besides is in the buffers of the system and of the client.
        assertThat(sent).hasValueLessThan(200);
        assertThat(most).hasValueLessThan(4L * limit);
        connection.awaitEnd();
        assertThat(connection.comments).anyMatch(comment -> comment.contains("has read nothing"));
        unread.body().close();
    }

    /** Each stream that a client closes is a reset of HTTP/2, of which a server takes so many in a row. */
    @Test
    void streamsOfHundredsOfSessionsCanBeClosedAndTheOthersGoOn() throws Exception {
        RawClient client = start();
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events connection = client.open(id, null);
        for (int i = 0; i < 300; i++) {
            opened(client, id, "s" + i).cut();
        }
        agent.send("{\"jsonrpc\":\"2.0\",\"method\":\"_still_here\",\"params\":{}}");
        assertThat(connection.next().get("method").asText()).isEqualTo("_still_here");
    }

    @Test
    void clientThatNeverOpensTheStreamsThatFillTheConnectionLosesIt() throws Exception {
        RawClient client = start(HttpLimits.builder()
                .maxQueuedBytes(64 * 1024, 256 * 1024)
                .slowReaderTimeout(Duration.ofSeconds(1))
                .build());
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events healthy = client.open(id, "healthy");
        String text = "x".repeat(60 * 1024);
        for (int i = 0; i < 5; i++) {
            agent.update("unopened" + i, text);
        }
        CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
            try {
                agent.update("healthy", "no room");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(agent.end.get(60, TimeUnit.SECONDS).description()).contains("has read nothing for 1 s");
        assertThat(sent).failsWithin(Duration.ofMinutes(1));
        healthy.awaitEnd();
    }

    @Test
    void connectionWithAReplayWindowServesAnyNumberOfSessionsOneAfterTheOther() throws Exception {
        RawClient client = start(HttpLimits.builder()
                .maxStreams(4)
                .replayBytes(1000)
                .keepAlive(SOON, Duration.ofMinutes(1))
                .build());
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        for (int i = 0; i < 8; i++) {
            String session = "s" + i;
            RawClient.Events events = openedLate(client, id, session);
            agent.update(session, "x");
            events.next();
            events.cut();
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> client.open(id, "s7", "Last-Event-ID", "1").status == 200);
    }

    private static RawClient.Events opened(RawClient client, String id, String session) throws Exception {
        RawClient.Events stream = client.open(id, session);
        assertThat(stream.status).isEqualTo(200);
        return stream;
    }

    /** Returns a stream of a session; a container may notice late that the streams before are gone. */
    private static RawClient.Events openedLate(RawClient client, String id, String session)
            throws InterruptedException {
        BlockingQueue<RawClient.Events> opened = new LinkedBlockingQueue<>();
        await().atMost(Duration.ofMinutes(3)).until(() -> {
            RawClient.Events stream = client.open(id, session);
            return stream.status == 200 && opened.add(stream);
        });
        return Puppet.take(opened);
    }
}
