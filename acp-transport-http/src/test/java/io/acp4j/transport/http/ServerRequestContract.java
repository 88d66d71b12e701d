package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.Transport;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a server does with requests, and which of them it refuses. */
abstract class ServerRequestContract extends ServerFixture {

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
    void refusalReachesAClientThatIsStillSending() throws Exception {
        RawClient client = start();
        String id = client.initialize();
        try (var later = new SubmissionPublisher<ByteBuffer>()) {
            var refused = client.http.sendAsync(
                    client.request(ID, id, "Content-Type", "text/plain")
                            .POST(HttpRequest.BodyPublishers.fromPublisher(later))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            // By the time that these are responded to, the server has seen the head of the other request.
            assertThat(client.post(NEW_SESSION, ID, "unknown").statusCode()).isEqualTo(404);
            assertThat(client.post(NEW_SESSION, ID, "unknown").statusCode()).isEqualTo(404);
            later.submit(ByteBuffer.wrap(NEW_SESSION.getBytes(UTF_8)));
            later.close();
            assertThat(refused.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(415);
        }
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
    void largeMessagesGoBothWaysAndTooLargeOnesAreRefused() throws Exception {
        RawClient client = start(HttpLimits.builder().maxMessageBytes(3_000_000).build());
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
        try (Served refusing = serve(refusingAgent, HttpLimits.defaults())) {
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
        try (Served failing = serve(failingAgent, HttpLimits.defaults())) {
            HttpResponse<String> response = client(failing).post(RawClient.INITIALIZE);
            assertThat(response.statusCode()).isEqualTo(500);
            assertThat(Puppet.JSON.readTree(response.body()).at("/error/code").asInt())
                    .isEqualTo(-32603);
        }
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
}
