package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the event streams of a server carry. */
abstract class ServerStreamContract extends ServerRequestContract {

    @Test
    void streamsCarryWhatBelongsToThem() throws Exception {
        RawClient client = start();
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events connection = client.open(id, null);
        RawClient.Events first = client.open(id, "first");
        RawClient.Events second = client.open(id, "second");
        assertThat(connection.response.headers().map())
                .containsEntry("content-type", List.of("text/event-stream"))
                .containsEntry("x-accel-buffering", List.of("no"))
                .doesNotContainKeys("content-encoding", "content-length");
        client.post(request(1, "session/prompt", "first"), ID, id, SESSION, "first");
        client.post(
                request(2, "session/prompt", "second").replace("\"id\":2", "\"id\":\"1\""), ID, id, SESSION, "second");
        JsonNode one = agent.next();
        JsonNode two = agent.next();
        for (int i = 0; i < 100; i++) {
            agent.update("first", "a" + i);
            agent.update("second", "b" + i);
        }
        agent.send("{\"jsonrpc\":\"2.0\",\"method\":\"_hello\",\"params\":{}}");
        agent.send(
                "{\"jsonrpc\":\"2.0\",\"method\":\"_hello\",\"params\":{\"x\":[{\"sessionId\":\"no\"}],\"sessionId\":\"first\"}}");
        agent.respond(two, "{\"stopReason\":\"end_turn\"}");
        agent.respond(one, "{\"stopReason\":\"end_turn\"}");
        for (int i = 0; i < 100; i++) {
            assertThat(first.next().at("/params/text").asText()).isEqualTo("a" + i);
            assertThat(second.next().at("/params/text").asText()).isEqualTo("b" + i);
        }
        assertThat(first.next().get("method").asText()).isEqualTo("_hello");
        assertThat(first.next().get("id").asInt()).isEqualTo(1);
        assertThat(second.next().get("id").asText()).isEqualTo("1");
        assertThat(connection.next().get("method").asText()).isEqualTo("_hello");
        assertThat(first.isEmpty() && second.isEmpty() && connection.isEmpty()).isTrue();
        assertThat(first.ids).hasSize(102).startsWith("1", "2", "3").endsWith("102");
    }

    @Test
    void whatIsSentBeforeAStreamIsOpenedIsNotLost() throws Exception {
        RawClient client = start();
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        client.post(NEW_SESSION, ID, id);
        JsonNode created = agent.next();
        agent.update("s", "early");
        agent.respond(created, "{\"sessionId\":\"s\"}");
        agent.update("s", "later");
        assertThat(client.open(id, null).next().at("/result/sessionId").asText())
                .isEqualTo("s");
        RawClient.Events session = client.open(id, "s");
        assertThat(session.next().at("/params/text").asText()).isEqualTo("early");
        assertThat(session.next().at("/params/text").asText()).isEqualTo("later");
    }

    @Test
    void streamIsReadByOneRequestAtATime() throws Exception {
        RawClient client = start(
                HttpLimits.builder().keepAlive(SOON, Duration.ofMinutes(1)).build());
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events events = client.open(id, "s");
        RawClient.Events another = client.open(id, "s");
        assertThat(another.status).isEqualTo(409);
        assertThat(another.response.headers().firstValue("retry-after")).isPresent();
        agent.update("s", "on");
        assertThat(events.next().at("/params/text").asText()).isEqualTo("on");
        events.cut();
        await().atMost(Duration.ofMinutes(1)).until(() -> client.open(id, "s").status == 200);
    }

    @Test
    void streamThatSomebodyAsksForAgainAndAgainIsTakenOver() throws Exception {
        RawClient client = start(HttpLimits.builder()
                .keepAlive(Duration.ofSeconds(2), Duration.ofMinutes(1))
                .build());
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events dead = client.open(id, "s");
        BlockingQueue<RawClient.Events> opened = new LinkedBlockingQueue<>();
        await().atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    RawClient.Events next = client.open(id, "s");
                    if (next.status == 200) {
                        opened.add(next);
                    }
                    return next.status == 200;
                });
        dead.awaitEnd();
        agent.update("s", "on");
        assertThat(Puppet.take(opened).next().at("/params/text").asText()).isEqualTo("on");
    }

    /** A proxy may hold the head of a response back until the body begins. */
    @Test
    void streamBeginsAtOnceThoughThereIsNoEvent() throws Exception {
        RawClient client = start(HttpLimits.builder()
                .keepAlive(Duration.ZERO, Duration.ofMinutes(1))
                .build());
        RawClient.Events events = client.open(client.initialize(), null);
        // A comment would announce keep-alive.
        assertThat(events.firstLine.get(1, TimeUnit.MINUTES)).isEmpty();
    }

    @Test
    void silentStreamShowsThatItIsAlive() throws Exception {
        RawClient client = start(HttpLimits.builder()
                .keepAlive(Duration.ofMillis(50), Duration.ofMinutes(1))
                .build());
        RawClient.Events events = client.open(client.initialize(), null);
        await().atMost(Duration.ofMinutes(1)).until(() -> events.comments.size() > 2);
    }

    @Test
    void clientThatComesBackWithinTheReplayWindowMissesNothing() throws Exception {
        RawClient client = start(HttpLimits.builder()
                .replayBytes(1000)
                .keepAlive(SOON, Duration.ofMinutes(1))
                .build());
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events events = client.open(id, "s");
        for (int i = 1; i <= 5; i++) {
            agent.update("s", "" + i);
            assertThat(events.next().at("/params/text").asText()).isEqualTo("" + i);
        }
        events.cut();
        BlockingQueue<RawClient.Events> opened = new LinkedBlockingQueue<>();
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            RawClient.Events again = client.open(id, "s", "Last-Event-ID", "3");
            return again.status == 200 && opened.add(again);
        });
        RawClient.Events again = Puppet.take(opened);
        agent.update("s", "6");
        for (int i = 4; i <= 6; i++) {
            assertThat(again.next().at("/params/text").asText()).isEqualTo("" + i);
        }
        for (int i = 7; i <= 40; i++) {
            agent.update("s", "" + i);
            again.next();
        }
        again.cut();
        await().atMost(Duration.ofMinutes(1)).until(() -> client.open(id, "s", "Last-Event-ID", "3").status == 410);
        assertThat(client.open(id, "s", "Last-Event-ID", "99").status).isEqualTo(410);
    }

    @Test
    void clientThatComesBackWithoutAReplayWindowIsToldWhetherItHasMissedEvents() throws Exception {
        RawClient client = start(HttpLimits.builder()
                .replayBytes(0)
                .keepAlive(SOON, Duration.ofMinutes(1))
                .build());
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events events = client.open(id, "s", "Last-Event-ID", "0");
        assertThat(events.status).isEqualTo(200);
        for (int i = 1; i <= 3; i++) {
            agent.update("s", "" + i);
            events.next();
        }
        events.cut();
        for (String missed : List.of("0", "2")) {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> client.open(id, "s", "Last-Event-ID", missed).status == 410);
        }
        RawClient.Events all = client.open(id, "s", "Last-Event-ID", "3");
        assertThat(all.status).isEqualTo(200);
        agent.update("s", "4");
        assertThat(all.next().at("/params/text").asText()).isEqualTo("4");
        all.cut();
        await().atMost(Duration.ofMinutes(1)).until(() -> client.open(id, "s").status == 200);
    }
}
