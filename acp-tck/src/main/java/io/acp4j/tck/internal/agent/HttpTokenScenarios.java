package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import io.acp4j.tck.internal.http.Endpoint;
import io.acp4j.tck.internal.http.HttpCall;
import io.acp4j.tck.internal.probe.HttpLink;
import io.acp4j.tck.internal.probe.HttpReply;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.WebSocketLink;
import io.acp4j.tck.internal.websocket.UpgradeResponse;
import io.acp4j.tck.internal.wire.Json;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What a server that needs a token says to those that have none: ids are no secrets, and do not let anybody in. */
final class HttpTokenScenarios {

    private static final int UNAUTHORIZED = 401;

    static final List<Scenario> ALL = List.of(
            scenario("http/stolen-ids", "HTTP-041", HttpTokenScenarios::stolenIds),
            scenario("http/no-token", "HTTP-042 HTTP-043", HttpTokenScenarios::noToken));

    private HttpTokenScenarios() {}

    /** Returns what stands in the place of the token: nothing, and the token of nobody. */
    private static List<String> strangers() {
        return List.of("", Endpoint.bearer(UUID.randomUUID().toString()));
    }

    private static String named(String authorization) {
        return authorization.isEmpty() ? "without the token" : "with another token";
    }

    private static void stolenIds(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        String session = link.newSession(probe.settings().cwd().toString());
        int stolen = link.freshId();
        List<HttpCall> calls = List.of(
                link.post(HttpLink.request(stolen, "_acp4j/ping", obj())),
                link.get().about(session),
                new HttpCall("DELETE", link.get().headers(), null));
        for (String authorization : strangers()) {
            for (HttpCall call : calls) {
                HttpReply reply = link.send(call.with(Endpoint.AUTHORIZATION, authorization));
                probe.check(
                        "HTTP-041",
                        reply.isRefused(),
                        "a refusal of a " + call.method() + " with the ids of others " + named(authorization),
                        reply);
            }
        }
        int id = link.freshId();
        link.send(link.post(HttpLink.request(id, "_acp4j/ping", obj())));
        probe.check(
                "HTTP-041",
                link.events().awaitResponse(id) != null,
                "a response to the request of the connection's owner after it",
                "none");
        probe.check(
                "HTTP-041",
                link.events().messages().stream()
                        .noneMatch(message -> message.path("id").asInt() == stolen),
                "no response to the request of a stranger",
                "one");
    }

    private static void noToken(Probe probe) {
        HttpLink link = probe.own().http();
        byte[] initialize = Json.bytes(HttpLink.request(1, "initialize", WebSocketLink.initialization()));
        for (String authorization : strangers()) {
            HttpReply reply = link.send(HttpCall.post(initialize).with(Endpoint.AUTHORIZATION, authorization));
            String id = reply.head().header(HttpCall.CONNECTION_ID);
            probe.check(
                    "HTTP-042",
                    reply.isRefused() && id.isEmpty(),
                    "a refusal of initialize " + named(authorization),
                    id.isEmpty() ? reply : reply + ", and a connection");
            UpgradeResponse upgrade = probe.own()
                    .askForWebSocketOverHttp(Map.of(Endpoint.AUTHORIZATION, authorization))
                    .upgrade();
            probe.check("HTTP-042", !upgrade.isUpgrade(), "a refusal of a WebSocket " + named(authorization), upgrade);
            if (reply.isRefused()) {
                String asked = reply.head().header("WWW-Authenticate");
                probe.check(
                        "HTTP-043",
                        reply.status() == UNAUTHORIZED && !asked.isEmpty(),
                        "401 with WWW-Authenticate " + named(authorization),
                        reply + (asked.isEmpty() ? " without WWW-Authenticate" : ""));
            }
        }
    }
}
