package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.http.HttpCall;
import io.acp4j.tck.internal.probe.HttpEvents;
import io.acp4j.tck.internal.probe.HttpLink;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.WebSocketLink;
import io.acp4j.tck.internal.websocket.UpgradeResponse;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** WebSockets on the path on which an agent's endpoint speaks HTTP. */
final class HttpUpgradeScenarios {

    private static final int REFUSED = 400;
    private static final String WORDS = "chunks 20";

    static final List<Scenario> ALL = List.of(
            scenario("http/upgrade", "HTTP-039", HttpUpgradeScenarios::upgrade),
            scenario("http/transcripts", "HTTP-040", HttpUpgradeScenarios::transcripts));

    private HttpUpgradeScenarios() {}

    private static void upgrade(Probe probe) {
        UpgradeResponse response = probe.own().askForWebSocketOverHttp().upgrade();
        boolean named =
                response.isUpgrade() && !response.header(HttpCall.CONNECTION_ID).isEmpty();
        probe.check(
                "HTTP-039",
                named || response.status() >= REFUSED,
                "101 with the header " + HttpCall.CONNECTION_ID + ", or a refusal",
                response.isUpgrade() ? response + " without " + HttpCall.CONNECTION_ID : response);
    }

    private static void transcripts(Probe probe) throws InterruptedException {
        WebSocketLink socket = probe.own().askForWebSocketOverHttp();
        if (!socket.upgrade().isUpgrade()) {
            probe.skip("HTTP-040", "the endpoint takes no WebSockets: " + socket.upgrade());
            return;
        }
        String http = overHttp(probe);
        String overSocket = overSocket(probe, socket.initialized());
        probe.check(
                "HTTP-040",
                overSocket.equals(http),
                "over a WebSocket what `tck: " + WORDS + "` says over HTTP: " + http,
                overSocket);
    }

    private static String overHttp(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        String session = link.newSession(probe.settings().cwd().toString());
        HttpEvents events = link.listen(session);
        int id = link.freshId();
        link.send(link.post(HttpLink.prompt(id, session, WORDS)));
        return said(events.awaitResponse(id), events.messages());
    }

    private static String overSocket(Probe probe, WebSocketLink link) throws InterruptedException {
        String login = probe.settings().authMethod();
        if (login != null) {
            JsonNode unused = link.call("authenticate", obj("methodId", login));
        }
        JsonNode made =
                link.call("session/new", obj("cwd", probe.settings().cwd().toString(), "mcpServers", arr()));
        if (made == null || !made.at("/result/sessionId").isTextual()) {
            throw NotTestable.error("the response to session/new over a WebSocket contains no session id");
        }
        String session = made.at("/result/sessionId").asText();
        JsonNode response = link.call("session/prompt", Session.promptParams(session, "tck: " + WORDS));
        return said(response, link.messages());
    }

    /** Returns what was said in a turn up to its end, and how it ended. */
    private static String said(@Nullable JsonNode response, List<JsonNode> messages) {
        if (response == null) {
            throw NotTestable.error("the prompt has no response");
        }
        String text = messages.stream()
                .takeWhile(message -> !message.equals(response))
                .filter(message ->
                        message.at("/params/update/sessionUpdate").asText().equals("agent_message_chunk"))
                .map(message -> message.at("/params/update/content/text").asText())
                .collect(Collectors.joining("|"));
        String end = response.at("/result/stopReason").asText(response.toString());
        return "\"" + text + "\", then " + end;
    }
}
