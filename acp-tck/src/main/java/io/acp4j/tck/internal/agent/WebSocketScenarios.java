package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.WebSocketLink;
import io.acp4j.tck.internal.websocket.Frame;
import io.acp4j.tck.internal.websocket.UpgradeResponse;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** How an agent's endpoint takes WebSockets, and keeps them apart. */
final class WebSocketScenarios {

    static final List<Scenario> ALL = List.of(
            scenario("websocket/upgrade", "WS-001 WS-002 WS-003 WS-004 WS-005", WebSocketScenarios::upgrade),
            scenario("websocket/malformed", "WS-006 WS-007", WebSocketScenarios::malformed),
            scenario("websocket/strangers", "WS-008 WS-009", WebSocketScenarios::strangers),
            scenario("websocket/side-by-side", "WS-010", WebSocketScenarios::sideBySide),
            scenario("websocket/vanished", "WS-011", WebSocketScenarios::vanished));

    private static final String PROTOCOLS = "acp4j-no-such-protocol, acp4j-nor-this-one";

    private static final int SHARED_ID = 4711;

    private WebSocketScenarios() {}

    private static void upgrade(Probe probe) {
        WebSocketLink first = probe.own().askForWebSocket(Map.of());
        UpgradeResponse answer = first.upgrade();
        probe.check(
                "WS-001",
                answer.isUpgrade()
                        && first.isProven()
                        && answer.header("Upgrade").equalsIgnoreCase("websocket"),
                "101 with the headers Upgrade and Sec-WebSocket-Accept, the latter made from the key",
                answer + ", Upgrade: " + answer.header("Upgrade") + ", Sec-WebSocket-Accept "
                        + (first.isProven() ? "as it should be" : "of another key, or none"));
        String one = answer.header("Acp-Connection-Id");
        probe.check(
                "WS-002",
                !one.isEmpty(),
                "a header Acp-Connection-Id",
                answer.headers().keySet());
        if (!one.isEmpty()) {
            String other = probe.own().webSocket().upgrade().header("Acp-Connection-Id");
            probe.check("WS-003", !other.equals(one), "another id than that of the connection before", "the same");
        } else {
            probe.skip("WS-003", "connections have no ids");
        }
        probe.check(
                "WS-004",
                answer.header("Sec-WebSocket-Protocol").isEmpty(),
                "no subprotocol, as none was offered",
                answer.header("Sec-WebSocket-Protocol"));
        UpgradeResponse chosen = probe.own()
                .askForWebSocket(Map.of("Sec-WebSocket-Protocol", PROTOCOLS))
                .upgrade();
        String selected = chosen.header("Sec-WebSocket-Protocol");
        probe.check(
                "WS-004",
                selected.isEmpty() || Arrays.asList(PROTOCOLS.split(", ")).contains(selected),
                "one of " + PROTOCOLS + ", or none",
                selected);
        probe.check(
                "WS-005",
                answer.header("Sec-WebSocket-Extensions").isEmpty(),
                "no extension, as none was offered",
                answer.header("Sec-WebSocket-Extensions"));
    }

    private static void malformed(Probe probe) {
        probe.own().webSocket();
        refused(probe, "WS-006", Map.of("Sec-WebSocket-Version", "12"), "version 12");
        refused(probe, "WS-007", Map.of("Sec-WebSocket-Key", ""), "no key");
    }

    private static void refused(Probe probe, String requirement, Map<String, String> changes, String what) {
        UpgradeResponse answer = probe.own().askForWebSocket(changes).upgrade();
        probe.check(requirement, !answer.isUpgrade(), "no WebSocket for a request with " + what, answer);
    }

    private static void strangers(Probe probe) {
        probe.own().webSocket();
        refused(probe, "WS-008", Map.of("Origin", "https://acp4j-tck.invalid"), "the origin of a strange web page");
        refused(probe, "WS-008", Map.of("Origin", "null"), "the origin `null`");
        URI address = probe.own().webSocketAddress();
        if (probe.own().isOnThisMachine()) {
            refused(probe, "WS-009", Map.of("Host", "acp4j-tck.invalid:" + address.getPort()), "a strange host");
        } else {
            probe.skip("WS-009", "the endpoint is not on this machine only, so nobody knows its names");
        }
    }

    private static void sideBySide(Probe probe) throws InterruptedException {
        WebSocketLink first = probe.own().webSocket().initialized();
        WebSocketLink second = probe.own().webSocket().initialized();
        byte[] request = WebSocketLink.request(SHARED_ID, "_acp4j/ping", obj());
        for (WebSocketLink link : List.of(first, second)) {
            link.send(Frame.of(Frame.TEXT, request));
        }
        for (WebSocketLink link : List.of(first, second)) {
            JsonNode response = link.awaitResponse(SHARED_ID);
            probe.check(
                    "WS-010",
                    response != null,
                    "a response on each of two connections whose requests have the same id",
                    response == null ? link.absence() : response);
        }
        boolean alive = first.answers() && second.answers();
        long most = Math.max(first.responses(SHARED_ID), second.responses(SHARED_ID));
        probe.check("WS-010", !alive || most == 1, "one response for each request", most + " on one connection");
    }

    private static void vanished(Probe probe) throws InterruptedException {
        WebSocketLink staying = probe.own().webSocket().initialized();
        WebSocketLink leaving = probe.own().webSocket().initialized();
        leaving.send(Frame.text("{\"jsonrpc\":").unfinished());
        leaving.hangUp();
        probe.check("WS-011", staying.answers(), "a response on another connection", staying.absence());
        probe.check("WS-011", isServed(probe), "a WebSocket for the next client", "none");
    }

    private static boolean isServed(Probe probe) throws InterruptedException {
        try {
            probe.own().webSocket().initialized();
            return true;
        } catch (NotTestable e) {
            return false;
        }
    }
}
