package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.ws.testing.Certificates;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a server keeps, whatever serves and whichever version of HTTP its clients speak; they send raw requests. */
abstract class ServerTest {

    static final String NEW_SESSION = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\",\"params\":{}}";
    static final String ID = "Acp-Connection-Id";
    static final String SESSION = "Acp-Session-Id";

    /** After which a container tries to write, and so finds out that nobody reads. */
    private static final Duration SOON = Duration.ofMillis(500);

    final BlockingQueue<Puppet> agents = new LinkedBlockingQueue<>();
    private @Nullable Served server;

    abstract Served.Host host();

    abstract boolean isHttp2();

    private Served serve(Consumer<? super Transport> acceptor, HttpLimits limits) throws Exception {
        Served.Setup setup = Served.Setup.DEFAULT.with(limits);
        return host().serve(acceptor, isHttp2() ? setup.withTls(Certificates.localhost()) : setup);
    }

    private RawClient client(Served of) throws Exception {
        HttpClient.Builder client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        if (isHttp2()) {
            client.version(HttpClient.Version.HTTP_2).sslContext(Certificates.context(Certificates.localhost(), null));
        }
        return new RawClient(client.build(), of.uri());
    }

    private RawClient start(HttpLimits limits) throws Exception {
        Served started = serve(Puppet.agents(agents), limits);
        server = started;
        return client(started);
    }

    private RawClient start() throws Exception {
        return start(HttpLimits.DEFAULT);
    }

    @AfterEach
    void close() throws Exception {
        if (server != null) {
            server.shutdown(Duration.ZERO).toCompletableFuture().get(60, TimeUnit.SECONDS);
            server.close();
        }
    }

    static String request(int id, String method, String session) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{\"sessionId\":\""
                + session + "\"}}";
    }

    @Test
    void initializeIsRespondedToInTheBodyWithAnIdentifierOfItsOwn() throws Exception {
        RawClient client = start();
        HttpResponse<String> first = client.post(RawClient.INITIALIZE);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.version()).isEqualTo(isHttp2() ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1);
        assertThat(first.headers().firstValue("content-type")).hasValue("application/json");
        assertThat(Puppet.JSON
                        .readTree(first.body())
                        .at("/result/protocolVersion")
                        .asInt())
                .isEqualTo(1);
        String id = first.headers().firstValue(ID).orElseThrow();
        assertThat(client.initialize()).isNotEqualTo(id);
    }

    @Test
    void whatIsNoMessageIsRefusedAndTheConnectionGoesOn() throws Exception {
        RawClient client = start();
        String id = client.initialize();
        RawClient.Events events = client.open(id, null);
        assertThat(client.post("{nonsense", ID, id).statusCode()).isEqualTo(400);
        assertThat(client.post("{} {}", ID, id).statusCode()).isEqualTo(400);
        assertThat(client.post("", ID, id).statusCode()).isEqualTo(400);
        assertThat(client.post("7", ID, id).statusCode()).isEqualTo(400);
        HttpResponse<String> batch = client.post("[" + NEW_SESSION + "]", ID, id);
        assertThat(batch.statusCode()).isEqualTo(400);
        JsonNode error = Puppet.JSON.readTree(batch.body());
        assertThat(error.get("id").isNull()).isTrue();
        assertThat(error.at("/error/code").asInt()).isEqualTo(-32600);
        assertThat(client.post(NEW_SESSION, ID, id).statusCode()).isEqualTo(202);
        Puppet agent = Puppet.take(agents);
        agent.respond(agent.next(), "{\"sessionId\":\"s\"}");
        assertThat(events.next().at("/result/sessionId").asText()).isEqualTo("s");
    }

    @Test
    void refusalsSayWhatIsWrongWithARequest() throws Exception {
        RawClient client = start();
        String id = client.initialize();
        HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofString(NEW_SESSION);
        assertThat(client.send(client.request(ID, id, "Content-Type", "text/plain")
                                .POST(body))
                        .statusCode())
                .isEqualTo(415);
        assertThat(client.send(client.request(ID, id).POST(body)).statusCode()).isEqualTo(415);
        assertThat(client.send(client.request(ID, id, "Content-Type", "Application/JSON; charset=utf-8")
                                .POST(body))
                        .statusCode())
                .isEqualTo(202);
        assertThat(client.post(NEW_SESSION).statusCode()).isEqualTo(400);
        assertThat(client.post(NEW_SESSION, ID, "unknown").statusCode()).isEqualTo(404);
        assertThat(client.post(RawClient.INITIALIZE, ID, id).statusCode()).isEqualTo(400);
        assertThat(client.post(RawClient.INITIALIZE.replace("\"id\":0,", "")).statusCode())
                .isEqualTo(400);
        assertThat(client.post(RawClient.INITIALIZE.replace("\"id\":0", "\"id\":null"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(client.send(client.request(ID, id).GET()).statusCode()).isEqualTo(406);
        assertThat(client.send(client.request(ID, id, "Accept", "application/json")
                                .GET())
                        .statusCode())
                .isEqualTo(406);
        assertThat(client.send(client.request("Accept", "text/event-stream").GET())
                        .statusCode())
                .isEqualTo(400);
        assertThat(client.open("unknown", null).status).isEqualTo(404);
        assertThat(client.delete().statusCode()).isEqualTo(400);
        assertThat(client.delete(ID, "unknown").statusCode()).isEqualTo(404);
    }

    @Test
    void messagesOfASessionNeedItsHeader() throws Exception {
        RawClient client = start();
        String id = client.initialize();
        String prompt = request(2, "session/prompt", "s");
        assertThat(client.post(prompt, ID, id).statusCode()).isEqualTo(400);
        assertThat(client.post(prompt, ID, id, SESSION, "other").statusCode()).isEqualTo(400);
        assertThat(client.post(prompt, ID, id, SESSION, "x".repeat(1025)).statusCode())
                .isEqualTo(400);
        String cancel = "{\"jsonrpc\":\"2.0\",\"method\":\"session/cancel\",\"params\":{}}";
        assertThat(client.post(cancel, ID, id).statusCode()).isEqualTo(400);
        assertThat(client.post(prompt, ID, id, SESSION, "s").statusCode()).isEqualTo(202);
        assertThat(client.post(prompt, ID, id, SESSION, "s").statusCode()).isEqualTo(400);
    }

    @Test
    void otherMethodsAreRefused() throws Exception {
        RawClient client = start();
        for (String method : new String[] {"PUT", "PATCH", "HEAD", "OPTIONS"}) {
            HttpResponse<String> response =
                    client.send(client.request().method(method, HttpRequest.BodyPublishers.noBody()));
            assertThat(response.statusCode()).isEqualTo(405);
            assertThat(response.headers().firstValue("allow")).hasValue("GET, POST, DELETE");
        }
    }

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
        RawClient client = start(HttpLimits.DEFAULT.withKeepAliveInterval(SOON));
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
        RawClient client = start(HttpLimits.DEFAULT.withKeepAliveInterval(Duration.ofSeconds(2)));
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

    @Test
    void clientRespondsToRequestsOfTheAgentWithOrWithoutTheHeader() throws Exception {
        RawClient client = start();
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events events = client.open(id, "s");
        for (int i = 0; i < 2; i++) {
            agent.send(request(i, "session/request_permission", "s"));
            String response = "{\"jsonrpc\":\"2.0\",\"id\":" + events.next().get("id") + ",\"result\":{}}";
            String[] headers = i == 0 ? new String[] {ID, id, SESSION, "s"} : new String[] {ID, id};
            assertThat(client.post(response, headers).statusCode()).isEqualTo(202);
            assertThat(agent.next().get("id").asInt()).isEqualTo(i);
        }
    }

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

    /** A proxy may hold the head of a response back until the body begins. */
    @Test
    void streamBeginsAtOnceThoughThereIsNoEvent() throws Exception {
        RawClient client = start(HttpLimits.DEFAULT.withKeepAliveInterval(Duration.ZERO));
        RawClient.Events events = client.open(client.initialize(), null);
        await().atMost(Duration.ofMinutes(1)).until(() -> !events.comments.isEmpty());
    }

    @Test
    void silentStreamShowsThatItIsAlive() throws Exception {
        RawClient client = start(HttpLimits.DEFAULT.withKeepAliveInterval(Duration.ofMillis(50)));
        RawClient.Events events = client.open(client.initialize(), null);
        await().atMost(Duration.ofMinutes(1)).until(() -> events.comments.size() > 2);
    }

    @Test
    void largeMessagesGoBothWaysAndTooLargeOnesAreRefused() throws Exception {
        RawClient client = start(HttpLimits.DEFAULT.withMaxMessageBytes(3_000_000));
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events events = client.open(id, "s");
        String text = "é".repeat(1_000_000);
        agent.update("s", text);
        assertThat(events.next().at("/params/text").asText()).isEqualTo(text);
        String large = "{\"jsonrpc\":\"2.0\",\"method\":\"_x\",\"params\":{\"t\":\"" + text + "\"}}";
        assertThat(client.post(large, ID, id).statusCode()).isEqualTo(202);
        assertThat(agent.next().at("/params/t").asText()).isEqualTo(text);
        String tooLarge = large.replace(text, text + text);
        assertThat(client.post(tooLarge, ID, id).statusCode()).isEqualTo(413);
        HttpResponse<String> chunked = client.send(client.request(ID, id, "Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream(tooLarge.getBytes(UTF_8)))));
        assertThat(chunked.statusCode()).isEqualTo(413);
        assertThat(client.post(NEW_SESSION, ID, id).statusCode()).isEqualTo(202);
    }

    @Test
    void idsAreToldApartByTypeAndTakenInAnySpelling() throws Exception {
        RawClient client = start();
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events connection = client.open(id, null);
        for (String each : new String[] {"7", "\"7\"", "9007199254740993", "-1", "\"\"", "\"ü😀\""}) {
            assertThat(client.post(NEW_SESSION.replace("\"id\":1", "\"id\":" + each), ID, id)
                            .statusCode())
                    .isEqualTo(202);
            agent.respond(agent.next(), "{}");
            assertThat(connection.text()).contains("\"id\":" + each + ",");
        }
        client.post(NEW_SESSION.replace("\"id\":1", "\"id\":5.0"), ID, id, SESSION, "s");
        agent.next();
        agent.send("{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}");
        assertThat(client.open(id, "s").next().get("id").asInt()).isEqualTo(5);
    }

    @Test
    void errorInsteadOfAnInitializeResultOpensNothing() throws Exception {
        CompletableFuture<CloseReason> closed = new CompletableFuture<>();
        Consumer<Transport> refusingAgent = transport -> {
            transport.closed().thenAccept(closed::complete);
            transport.start(new Puppet(transport) {
                // Responds from the reading thread, as an engine does.
                @Override
                public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
                    try {
                        send("{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"code\":-32602,\"message\":\"no\"}}");
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                    return null;
                }
            });
        };
        try (Served refusing = serve(refusingAgent, HttpLimits.DEFAULT)) {
            RawClient client = client(refusing);
            HttpResponse<String> response = client.post(RawClient.INITIALIZE);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).contains("-32602");
            assertThat(response.headers().firstValue(ID)).isEmpty();
            assertThat(closed.get(60, TimeUnit.SECONDS)).isNotNull();
            assertThat(refusing.connections()).isZero();
        }
    }

    @Test
    void agentThatFailsToServeIsAnErrorOfInitialize() throws Exception {
        Consumer<Transport> failingAgent = transport -> {
            throw new IllegalStateException("a test");
        };
        try (Served failing = serve(failingAgent, HttpLimits.DEFAULT)) {
            HttpResponse<String> response = client(failing).post(RawClient.INITIALIZE);
            assertThat(response.statusCode()).isEqualTo(500);
            assertThat(Puppet.JSON.readTree(response.body()).at("/error/code").asInt())
                    .isEqualTo(-32603);
        }
    }

    @Test
    void slowReaderLosesNothingAndHoldsNobodyElse() throws Exception {
        RawClient client = start(HttpLimits.DEFAULT.withMaxQueuedBytes(64 * 1024, 1 << 20));
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
        RawClient client = start(HttpLimits.DEFAULT
                .withMaxQueuedBytes(64 * 1024, 1 << 20)
                .withSlowReaderTimeout(Duration.ofMillis(300)));
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
        RawClient client = start(HttpLimits.DEFAULT.withStreamlessTimeout(Duration.ofMillis(300)));
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        assertThat(agent.end.get(60, TimeUnit.SECONDS).description()).contains("no event stream was open");
        assertThat(client.post(NEW_SESSION, ID, id).statusCode()).isEqualTo(404);
    }

    @Test
    void clientThatComesBackWithinTheReplayWindowMissesNothing() throws Exception {
        RawClient client = start(HttpLimits.DEFAULT.withReplayBytes(1000).withKeepAliveInterval(SOON));
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
    void requestsAreCancelledBothWaysWithoutASession() throws Exception {
        RawClient client = start();
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events connection = client.open(id, null);
        RawClient.Events session = client.open(id, "s");
        client.post(request(1, "session/prompt", "s"), ID, id, SESSION, "s");
        JsonNode prompt = agent.next();
        agent.send(request(7, "session/request_permission", "s"));
        assertThat(session.next().get("id").asInt()).isEqualTo(7);
        String cancel = "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel_request\",\"params\":{\"requestId\":%d}}";
        assertThat(client.post(cancel.formatted(1), ID, id).statusCode()).isEqualTo(202);
        assertThat(agent.next().at("/params/requestId").asInt()).isEqualTo(1);
        agent.send(cancel.formatted(7));
        assertThat(connection.next().at("/params/requestId").asInt()).isEqualTo(7);
        agent.send("{\"jsonrpc\":\"2.0\",\"id\":" + prompt.get("id")
                + ",\"error\":{\"code\":-32800,\"message\":\"cancelled\"}}");
        assertThat(session.next().at("/error/code").asInt()).isEqualTo(-32800);
    }

    @Test
    void backlogOfAHundredMegabytesStaysWithItsSenderUntilTheReaderIsGivenUp() throws Exception {
        int limit = 256 * 1024;
        RawClient client = start(
                HttpLimits.DEFAULT.withMaxQueuedBytes(limit, 4 * limit).withSlowReaderTimeout(Duration.ofSeconds(2)));
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
}
