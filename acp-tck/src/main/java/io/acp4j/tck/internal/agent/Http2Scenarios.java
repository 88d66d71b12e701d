package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.http.Http2Endpoint;
import io.acp4j.tck.internal.http.HttpCall;
import io.acp4j.tck.internal.probe.HttpEvents;
import io.acp4j.tck.internal.probe.HttpLink;
import io.acp4j.tck.internal.probe.HttpReply;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.WebSocketLink;
import io.acp4j.tck.internal.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Whether a server says over HTTP/2 what it says over HTTP/1.1, where it speaks both. */
final class Http2Scenarios {

    static final List<Scenario> ALL = List.of(
            scenario("http/both-versions-of-http", "HTTP-048", Http2Scenarios::sameOverBoth),
            scenario("http/http2-at-once", "HTTP-049", Http2Scenarios::sameAtOnce));

    private Http2Scenarios() {}

    private static void sameOverBoth(Probe probe) throws InterruptedException {
        HttpLink second = probe.own().http2();
        HttpReply first = second.send(HttpCall.events());
        if (!Http2Endpoint.isOverHttp2(first.head())) {
            probe.skip(
                    "HTTP-048",
                    "the server does not speak HTTP/2, neither by agreement with TLS nor when it is offered without: "
                            + first);
            return;
        }
        compare(probe, "HTTP-048", second);
    }

    private static void sameAtOnce(Probe probe) throws InterruptedException {
        if (probe.own().isHttpWithTls()) {
            probe.skip("HTTP-049", "with TLS, the two sides agree on a version of HTTP");
            return;
        }
        HttpLink second = probe.own().http2AtOnce();
        if (second == null) {
            probe.skip("HTTP-049", "the server does not take a client that begins with HTTP/2");
            return;
        }
        compare(probe, "HTTP-049", second);
    }

    private static void compare(Probe probe, String requirement, HttpLink second) throws InterruptedException {
        String cwd = probe.settings().cwd().toString();
        List<String> expected = conversation(probe.own().http(), cwd);
        List<String> told = conversation(second, cwd);
        for (int i = 0; i < expected.size(); i++) {
            String observed = i < told.size() ? told.get(i) : "nothing";
            probe.check(
                    requirement,
                    observed.equals(expected.get(i)),
                    "over HTTP/2 as over HTTP/1.1 " + expected.get(i),
                    observed);
        }
    }

    /** Holds a conversation; returns what came of each step. */
    private static List<String> conversation(HttpLink link, String cwd) throws InterruptedException {
        List<String> told = new ArrayList<>();
        byte[] initialize = Json.bytes(HttpLink.request(1, "initialize", WebSocketLink.initialization()));
        note(told, "a stream without a connection", link.send(HttpCall.events()));
        note(told, "text", link.send(HttpCall.post(initialize).with("Content-Type", "text/plain")));
        link.open();
        note(
                told,
                "a connection that is not there",
                link.send(link.get().on(UUID.randomUUID().toString())));
        note(told, "a second stream", link.send(link.get()));
        int id = link.freshId();
        HttpReply accepted =
                link.send(link.post(HttpLink.request(id, "session/new", obj("cwd", cwd, "mcpServers", arr()))));
        note(told, "session/new", accepted);
        JsonNode created = link.events().awaitResponse(id);
        String session = created == null ? "" : created.at("/result/sessionId").asText();
        told.add("a session: " + !session.isEmpty());
        HttpEvents events = link.listen(session);
        told.add("a stream of " + events.head().header("Content-Type").split(";", 2)[0] + ", "
                + events.head().header("Cache-Control"));
        int prompt = link.freshId();
        HttpCall call = link.post(HttpLink.prompt(prompt, session, "chunks 20"));
        note(told, "a prompt without the session's header", link.send(call.with(HttpCall.SESSION_ID, "")));
        note(told, "a prompt", link.send(call));
        JsonNode end = events.awaitResponse(prompt);
        told.add("a turn of " + texts(events, end) + " that ends as " + reason(end));
        note(told, "DELETE", link.send(new HttpCall("DELETE", link.get().headers(), null)));
        told.add(
                "the end of the streams: " + (events.awaitEnd() && link.events().awaitEnd()));
        note(told, "a stream after the end", link.send(link.get()));
        return told;
    }

    private static void note(List<String> told, String what, HttpReply reply) {
        told.add(what + ": status " + reply.status());
    }

    private static String texts(HttpEvents events, @Nullable JsonNode end) {
        StringBuilder texts = new StringBuilder();
        for (JsonNode message : events.messages()) {
            if (message.equals(end)) {
                break;
            }
            texts.append(message.at("/params/update/content/text").asText());
        }
        return "\"" + texts + "\"";
    }

    private static String reason(@Nullable JsonNode end) {
        return end == null ? "nothing" : end.at("/result/stopReason").asText("an error");
    }
}
