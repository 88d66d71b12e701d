package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.http.Endpoint;
import io.acp4j.tck.internal.http.HttpCall;
import io.acp4j.tck.internal.probe.HttpLink;
import io.acp4j.tck.internal.probe.HttpReply;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.WebSocketLink;
import io.acp4j.tck.internal.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/** Which requests an agent's endpoint takes over HTTP, and what it says to the others. */
final class HttpRequestScenarios {

    private static final int OK = 200;
    private static final int ACCEPTED = 202;
    private static final int BAD = 400;
    private static final int UNKNOWN = 404;
    private static final int METHOD = 405;
    private static final int NOT_ACCEPTABLE = 406;
    private static final int TOO_LARGE = 413;
    private static final int MEDIA_TYPE = 415;

    private static final String STRANGER = "https://acp4j-tck.invalid";
    private static final String TERABYTE = "1099511627776";

    static final List<Scenario> ALL = List.of(
            scenario("http/initialize", "HTTP-001 HTTP-002", HttpRequestScenarios::initialize),
            scenario("http/content-type", "HTTP-003 HTTP-004", HttpRequestScenarios::contentType),
            scenario("http/bodies", "HTTP-005 HTTP-006", HttpRequestScenarios::bodies),
            scenario("http/connection-ids", "HTTP-007 HTTP-008 HTTP-009", HttpRequestScenarios::connectionIds),
            scenario("http/session-headers", "HTTP-010 HTTP-011", HttpRequestScenarios::sessionHeaders),
            scenario("http/methods", "HTTP-012", HttpRequestScenarios::methods),
            scenario("http/strangers", "HTTP-013 HTTP-014", HttpRequestScenarios::strangers),
            scenario("http/preflight", "HTTP-036", HttpRequestScenarios::preflight),
            scenario("http/initialize-again", "HTTP-015", HttpRequestScenarios::initializeAgain),
            scenario("http/delete", "HTTP-016", HttpRequestScenarios::delete),
            scenario("http/terabyte", "HTTP-017", HttpRequestScenarios::terabyte),
            scenario("http/initialize-fails", "HTTP-018", HttpRequestScenarios::initializeFails));

    private HttpRequestScenarios() {}

    private static byte[] initialization() {
        return Json.bytes(HttpLink.request(1, "initialize", WebSocketLink.initialization()));
    }

    private static JsonNode ping(Object id) {
        return HttpLink.request(id, "_acp4j/ping", obj());
    }

    private static void initialize(Probe probe) {
        HttpReply reply = probe.own().http().initialize();
        String one = reply.head().header(HttpCall.CONNECTION_ID);
        probe.check(
                "HTTP-001",
                reply.status() == OK && !one.isEmpty() && reply.json().has("result"),
                "200 with the header " + HttpCall.CONNECTION_ID + " and the response as a body of application/json",
                reply + ", " + reply.head().headers().keySet());
        if (one.isEmpty()) {
            probe.skip("HTTP-002", "connections have no ids");
            return;
        }
        String other = probe.own().http().initialize().head().header(HttpCall.CONNECTION_ID);
        probe.check(
                "HTTP-002",
                !other.isEmpty() && !other.equals(one),
                "another id than that of the connection before",
                other.isEmpty() ? "none" : "the same");
    }

    private static void contentType(Probe probe) {
        HttpLink link = probe.own().http();
        HttpReply reply = link.send(HttpCall.post(initialization()).with("Content-Type", "text/plain"));
        probe.check("HTTP-003", reply.status() == MEDIA_TYPE, "415 for a message of the type text/plain", reply);
        HttpCall withParameter =
                HttpCall.post(initialization()).with("Content-Type", "application/json; charset=utf-8");
        HttpReply taken = link.send(withParameter);
        probe.check("HTTP-004", taken.status() == OK, "200 for application/json; charset=utf-8", taken);
    }

    private static void bodies(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        HttpReply garbage = link.send(
                new HttpCall("POST", link.post(obj()).headers(), "{\"jsonrpc\":".getBytes(StandardCharsets.UTF_8)));
        probe.check("HTTP-005", garbage.isRefused(), "a status of 4xx for a body that is no JSON", garbage);
        probe.check("HTTP-005", answers(link), "a response to the request after it", "none");
        HttpReply array = link.send(link.post(arr(ping(601), ping(602))));
        probe.check("HTTP-006", array.isRefused(), "a status of 400 for an array", array);
        probe.check("HTTP-006", answers(link), "a response to the request after it", "none");
        probe.check(
                "HTTP-006",
                link.events().messages().stream()
                        .noneMatch(message -> message.path("id").asInt() == 602),
                "no message of the array is carried out",
                "a response to one of them");
    }

    private static boolean answers(HttpLink link) throws InterruptedException {
        int id = link.freshId();
        link.send(link.post(ping(id)));
        return link.events().awaitResponse(id) != null;
    }

    private static void connectionIds(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        HttpReply without = link.send(HttpCall.post(Json.bytes(ping(1))));
        probe.check("HTTP-007", without.status() == BAD, "400 for a message without a connection", without);
        String stranger = UUID.randomUUID().toString();
        for (HttpCall call : List.of(
                HttpCall.post(Json.bytes(ping(1))).on(stranger),
                HttpCall.events().on(stranger),
                HttpCall.of("DELETE").on(stranger))) {
            HttpReply unknown = link.send(call);
            probe.check(
                    "HTTP-008",
                    unknown.status() == UNKNOWN,
                    "404 for a " + call.method() + " with the id of no connection",
                    unknown);
        }
        HttpReply plain = link.send(link.get().with("Accept", "application/json"));
        probe.check("HTTP-009", plain.status() == NOT_ACCEPTABLE, "406 where events are not accepted", plain);
    }

    private static void sessionHeaders(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        String session = link.newSession(probe.settings().cwd().toString());
        link.listen(session);
        HttpCall prompt = link.post(HttpLink.prompt(link.freshId(), session, "say nothing"));
        HttpReply without = link.send(prompt.with(HttpCall.SESSION_ID, ""));
        probe.check(
                "HTTP-010",
                without.status() == BAD,
                "400 for a prompt without the header " + HttpCall.SESSION_ID,
                without);
        String other = link.newSession(probe.settings().cwd().toString());
        HttpReply mismatch = link.send(link.post(HttpLink.prompt(link.freshId(), session, "say nothing"))
                .about(other));
        probe.check(
                "HTTP-011", mismatch.status() == BAD, "400 for a prompt whose header names another session", mismatch);
    }

    private static void methods(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        for (String method : List.of("PUT", "PATCH")) {
            HttpReply reply = link.send(new HttpCall(method, link.post(obj()).headers(), Json.bytes(ping(1))));
            probe.check("HTTP-012", reply.status() == METHOD, "405 for " + method, reply);
        }
    }

    private static void strangers(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        for (String origin : List.of(STRANGER, "null")) {
            for (HttpCall call :
                    List.of(HttpCall.post(initialization()), link.get().about("s"))) {
                HttpReply reply = link.send(call.with("Origin", origin));
                probe.check(
                        "HTTP-013",
                        reply.isRefused(),
                        "a refusal of a " + call.method() + " of a web page of the origin " + origin,
                        reply);
            }
        }
        if (probe.own().isOnThisMachine()) {
            String host = "acp4j-tck.invalid:" + probe.own().httpAddress().getPort();
            HttpReply reply = link.send(HttpCall.post(initialization()).with("Host", host));
            probe.check("HTTP-014", reply.isRefused(), "a refusal of a request for a strange host", reply);
        } else {
            probe.skip("HTTP-014", "the endpoint is not on this machine only, so nobody knows its names");
        }
    }

    private static void preflight(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        for (String method : List.of("POST", "GET", "DELETE")) {
            HttpReply reply = link.send(HttpCall.of("OPTIONS")
                    .with("Origin", STRANGER)
                    .with(Endpoint.AUTHORIZATION, "")
                    .with("Access-Control-Request-Method", method)
                    .with("Access-Control-Request-Headers", "content-type, acp-connection-id, acp-session-id"));
            String allowed = reply.head().header("Access-Control-Allow-Origin");
            probe.check(
                    "HTTP-036",
                    reply.status() > 0 && !allowed.equals("*") && !allowed.equals(STRANGER),
                    "a response that does not allow " + STRANGER + " a " + method,
                    allowed.isEmpty() ? reply : reply + ", Access-Control-Allow-Origin: " + allowed);
        }
    }

    private static void initializeAgain(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        HttpReply reply = link.send(link.post(HttpLink.request(99, "initialize", WebSocketLink.initialization())));
        probe.check("HTTP-015", reply.status() == BAD, "400 for a second initialize", reply);
    }

    private static void delete(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        HttpReply gone = link.send(new HttpCall("DELETE", link.get().headers(), null));
        probe.check("HTTP-016", gone.status() == ACCEPTED, "202", gone);
        probe.check("HTTP-016", link.events().awaitEnd(), "the end of the stream of the connection", "it goes on");
        HttpReply after = link.send(link.post(ping(1)));
        probe.check("HTTP-016", after.status() == UNKNOWN, "404 for a message after that", after);
    }

    private static void terabyte(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        HttpReply reply = link.send(link.post(obj()).with("Content-Length", TERABYTE));
        probe.check("HTTP-017", reply.status() == TOO_LARGE, "413 for a POST that announces a terabyte", reply);
        probe.check("HTTP-017", answers(link), "a response to the request after it", "none");
    }

    private static void initializeFails(Probe probe) {
        JsonNode params = WebSocketLink.initialization();
        ((ObjectNode) params).put("protocolVersion", "one");
        HttpReply reply = probe.own().http().send(HttpCall.post(Json.bytes(HttpLink.request(1, "initialize", params))));
        if (reply.json().has("result")) {
            probe.skip("HTTP-018", "the agent takes any version");
            return;
        }
        String id = reply.head().header(HttpCall.CONNECTION_ID);
        probe.check(
                "HTTP-018",
                reply.status() == OK && reply.json().has("error") && id.isEmpty(),
                "200 with the error as a body of application/json, without the header " + HttpCall.CONNECTION_ID,
                id.isEmpty() ? reply : reply + ", and a connection");
    }
}
