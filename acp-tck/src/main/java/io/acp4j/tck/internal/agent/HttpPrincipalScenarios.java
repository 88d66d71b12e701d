package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.http.HttpCall;
import io.acp4j.tck.internal.probe.HttpEvents;
import io.acp4j.tck.internal.probe.HttpLink;
import io.acp4j.tck.internal.probe.HttpReply;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Scenario;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a server that knows several principals gives one of them of what belongs to another: nothing, and no sign that it is there. */
final class HttpPrincipalScenarios {

    static final List<Scenario> ALL = List.of(
            scenario("http/connection-of-another", "HTTP-044 HTTP-045", HttpPrincipalScenarios::connectionOfAnother),
            scenario("http/session-of-another", "HTTP-046", HttpPrincipalScenarios::sessionOfAnother));

    private HttpPrincipalScenarios() {}

    private static void connectionOfAnother(Probe probe) throws InterruptedException {
        HttpLink owner = probe.own().http().open();
        String session = owner.newSession(probe.settings().cwd().toString());
        HttpLink other = probe.own().httpOfOther().open();
        int stolen = owner.freshId();
        List<HttpCall> calls = List.of(
                owner.post(HttpLink.request(stolen, "_acp4j/ping", obj())),
                owner.get().about(session),
                new HttpCall("DELETE", owner.get().headers(), null));
        for (HttpCall call : calls) {
            String invented = UUID.randomUUID().toString();
            HttpReply reply = other.send(call);
            probe.check(
                    "HTTP-044",
                    reply.isRefused(),
                    "a refusal of a " + call.method() + " of another principal with the ids of the first",
                    reply);
            HttpReply unknown = other.send(call.on(invented));
            String given = text(reply, owner.get().headers().get(HttpCall.CONNECTION_ID));
            if (reply.isRefused()) {
                probe.check(
                        "HTTP-045",
                        reply.status() == unknown.status() && given.equals(text(unknown, invented)),
                        "what a " + call.method() + " with an id gets that there is not: " + unknown,
                        reply.status() == unknown.status() ? reply + " with another body" : reply);
            }
        }
        int id = owner.freshId();
        owner.send(owner.post(HttpLink.request(id, "_acp4j/ping", obj())));
        probe.check(
                "HTTP-044",
                owner.events().awaitResponse(id) != null,
                "a response to the request of the connection's owner after it",
                "none");
        probe.check(
                "HTTP-044",
                owner.events().messages().stream()
                        .noneMatch(message -> message.path("id").asInt() == stolen),
                "no response to the request of another principal",
                "one");
    }

    /** Returns the body without the id that was asked about. */
    private static String text(HttpReply reply, @Nullable String connection) {
        String text = new String(reply.body(), StandardCharsets.UTF_8);
        return connection == null ? text : text.replace(connection, "");
    }

    private static void sessionOfAnother(Probe probe) throws InterruptedException {
        HttpLink owner = probe.own().http().open();
        String cwd = probe.settings().cwd().toString();
        String session = owner.newSession(cwd);
        HttpEvents said = owner.listen(session);
        int prompt = owner.freshId();
        owner.send(owner.post(HttpLink.prompt(prompt, session, "say something")));
        JsonNode unused = said.awaitResponse(prompt);

        HttpLink other = probe.own().httpOfOther().open();
        List<ObjectNode> requests = new ArrayList<>();
        requests.add(HttpLink.prompt(other.freshId(), session, "say something"));
        if (probe.has("loadSession")) {
            requests.add(HttpLink.request(
                    other.freshId(), "session/load", obj("sessionId", session, "cwd", cwd, "mcpServers", arr())));
        }
        for (ObjectNode request : requests) {
            HttpReply reply = other.send(other.post(request));
            String method = request.path("method").asText();
            probe.check(
                    "HTTP-046",
                    reply.isRefused() || outcome(other, session, request).has("error"),
                    "an error for " + method + " with the session of another principal",
                    reply + ", and a result");
        }
        if (probe.has("list")) {
            int id = other.freshId();
            other.send(other.post(HttpLink.request(id, "session/list", obj())));
            JsonNode listed = other.events().awaitResponse(id);
            probe.check(
                    "HTTP-046",
                    listed == null || !listed.toString().contains(session),
                    "a list without the session of another principal",
                    "it is there");
        }
    }

    /** Returns the response to a request, on whichever stream it comes. */
    private static JsonNode outcome(HttpLink link, String session, ObjectNode request) throws InterruptedException {
        List<HttpEvents> streams = new ArrayList<>(List.of(link.events()));
        try {
            streams.add(link.listen(session));
        } catch (NotTestable e) {
            // It is refused, or open already; what comes on the connection's own stream decides then.
        }
        JsonNode response = link.await(() -> streams.stream()
                .flatMap(events -> events.messages().stream())
                .filter(message -> !message.has("method") && message.path("id").equals(request.path("id")))
                .findFirst()
                .orElse(null));
        if (response == null) {
            throw new NotTestable("there is no response to "
                    + request.path("method").asText() + " with the session of another principal");
        }
        return response;
    }
}
