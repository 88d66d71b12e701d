package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.wire.Json.obj;

import io.acp4j.tck.internal.http.ClientRequest;
import io.acp4j.tck.internal.http.ClientTraffic;
import io.acp4j.tck.internal.http.ClientTraffic.Treatment;
import io.acp4j.tck.internal.http.HttpCall;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What stands in the heads of a client's requests over HTTP, in which order they come, and how a connection ends. */
final class HttpHeaderScenarios {

    private static final String COOKIE = "acp-tck=here";

    static final List<Scenario> ALL = List.of(
            HttpStage.play(
                    "http/heads",
                    "CLI-HTTP-001 CLI-HTTP-002 CLI-HTTP-003 CLI-HTTP-004 CLI-HTTP-005 CLI-HTTP-006 CLI-HTTP-007"
                            + " CLI-HTTP-008 CLI-HTTP-009",
                    traffic -> traffic.rule(HttpHeaderScenarios::withCookie),
                    HttpHeaderScenarios::heads),
            HttpStage.play(
                    "http/redirect", "CLI-HTTP-025", HttpHeaderScenarios::redirecting, HttpHeaderScenarios::redirected),
            HttpStage.play("http/quit", "CLI-HTTP-026", traffic -> {}, HttpHeaderScenarios::quit));

    private HttpHeaderScenarios() {}

    private static @Nullable Treatment withCookie(ClientRequest request) {
        return request.posts("initialize") ? Treatment.header("Set-Cookie", COOKIE + "; Path=/") : null;
    }

    private static void heads(Stage stage, ClientTraffic traffic) throws InterruptedException {
        String session = stage.session();
        stage.check(
                "CLI-HTTP-009",
                stage.link().await(traffic, request -> request.asksFor(session)) != null,
                "a GET for the stream of a session that was made",
                "none");
        Turn turn = stage.prompt(session, "hello").say("m1", "hi");
        Reply reply = stage.call("_acp4j/ping", obj("sessionId", session));
        turn.end("end_turn");
        String second = stage.session();
        stage.prompt(second, "hello").end("end_turn");
        List<ClientRequest> all = traffic.requests();
        for (ClientRequest request : all) {
            judge(stage, request);
        }
        stage.check(
                "CLI-HTTP-006",
                reply.came()
                        && all.stream()
                                .filter(request -> isResponse(request, reply))
                                .allMatch(request ->
                                        request.header(HttpCall.SESSION_ID).equals(session)),
                "the header " + HttpCall.SESSION_ID + " on the response to a request of the session",
                "none, or another");
        isFirst(
                stage,
                traffic,
                "CLI-HTTP-007",
                request -> request.asksFor(""),
                request -> request.posts("session/new"));
        isFirst(
                stage,
                traffic,
                "CLI-HTTP-008",
                request -> request.asksFor(second),
                request -> request.posts("session/prompt")
                        && request.message().at("/params/sessionId").asText().equals(second));
    }

    private static boolean isResponse(ClientRequest request, Reply reply) {
        return request.isPost()
                && !request.message().has("method")
                && request.message().path("id").equals(reply.at("/id"));
    }

    private static void judge(Stage stage, ClientRequest request) {
        if (request.isPost()) {
            String type = request.header("Content-Type").split(";", 2)[0].strip();
            stage.check(
                    "CLI-HTTP-001",
                    type.equalsIgnoreCase(HttpCall.JSON),
                    "the Content-Type " + HttpCall.JSON + " on the " + request,
                    type);
        } else if (request.method().equals("GET")) {
            String accept = request.header("Accept").toLowerCase(Locale.ROOT);
            stage.check("CLI-HTTP-002", accept.contains(HttpCall.EVENTS), "Accept: " + HttpCall.EVENTS, accept);
        }
        if (request.posts("initialize")) {
            return;
        }
        stage.check(
                "CLI-HTTP-003",
                !request.header(HttpCall.CONNECTION_ID).isEmpty(),
                "the header " + HttpCall.CONNECTION_ID + " on the " + request,
                "none");
        stage.check(
                "CLI-HTTP-004", request.header("Cookie").contains(COOKIE), "the cookie on the " + request, "no cookie");
        String named = request.message().at("/params/sessionId").asText("");
        if (!named.isEmpty()) {
            stage.check(
                    "CLI-HTTP-005",
                    request.header(HttpCall.SESSION_ID).equals(named),
                    "the header " + HttpCall.SESSION_ID + " on the " + request,
                    "none, or another");
        }
    }

    private static void isFirst(
            Stage stage,
            ClientTraffic traffic,
            String requirement,
            Predicate<ClientRequest> stream,
            Predicate<ClientRequest> message) {
        ClientRequest get = traffic.first(stream);
        ClientRequest post = traffic.first(message);
        stage.check(
                requirement,
                get != null && post != null && get.index() < post.index(),
                "a GET for the stream before what is sent in response there",
                get == null ? "no GET" : "the POST first");
    }

    private static void redirecting(ClientTraffic traffic) {
        traffic.rule(request -> request.posts("session/new") && !request.elsewhere()
                ? Treatment.status(307).with("Location", traffic.streams().elsewhere())
                : withCookie(request));
    }

    private static void redirected(Stage stage, ClientTraffic traffic) throws InterruptedException {
        Driver.Told told = stage.ask("newSession", "cwd", stage.link().cwd());
        ClientRequest led = traffic.first(request -> request.elsewhere()
                && !(request.header("Cookie")
                                + request.header("Authorization")
                                + request.header(HttpCall.CONNECTION_ID))
                        .isEmpty());
        stage.check(
                "CLI-HTTP-025",
                told.came() && led == null,
                "a failure, or a request there without cookies, tokens and ids",
                led == null ? told : "a " + led + " with some of them");
    }

    private static void quit(Stage stage, ClientTraffic traffic) throws InterruptedException {
        // A client that quits before it has the response to initialize has no connection to end.
        stage.session();
        stage.driver().start("quit");
        stage.check(
                "CLI-HTTP-026",
                stage.link().await(traffic, request -> request.method().equals("DELETE")) != null,
                "DELETE",
                "none");
    }
}
