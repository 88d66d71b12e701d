package io.acp4j.tck.internal.agent.v2;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.shape.MessageShapes;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How connections begin in version 2, and what no connection takes any more. */
final class Handshakes {

    private static final int VERSION = 2;
    private static final int NEWER = 65_000;
    private static final int OLDER = 0;
    /** The status of a WebSocket that is closed as a message was out of place. */
    private static final String PROTOCOL_ERROR = "status 1002";

    private static final int INVALID_REQUEST = -32600;
    private static final int METHOD_NOT_FOUND = -32601;
    private static final int INVALID_PARAMS = -32602;
    private static final int UNSUPPORTED_VERSION = -32022;

    static final List<Scenario> ALL = List.of(
            scenario("v2-init/response", "V2-INIT-001 V2-INIT-002 V2-INIT-003 V2-INIT-004", Handshakes::answer),
            scenario("v2-init/again", "V2-INIT-022", Handshakes::again),
            scenario("v2-init/newer", "V2-INIT-005", Handshakes::newer),
            scenario("v2-init/older", "V2-INIT-006 V2-INIT-007 V2-INIT-008", Handshakes::older),
            scenario("v2-init/failed", "V2-INIT-009 V2-INIT-010", Handshakes::failed),
            scenario("v2-init/too-early", "V2-INIT-011 V2-INIT-012 V2-INIT-013", Handshakes::tooEarly),
            scenario("v2-init/twice", "V2-INIT-014 V2-INIT-024", Handshakes::twice),
            scenario("v2-init/downgrade", "V2-INIT-015", Handshakes::downgrade),
            scenario(
                    "v2-init/capabilities",
                    "V2-INIT-016 V2-INIT-017 V2-INIT-018 V2-INIT-019",
                    Handshakes::capabilities),
            scenario("v2-init/incomplete", "V2-INIT-020 V2-INIT-021 V2-INIT-023", Handshakes::incomplete),
            scenario("v2-rpc/arrays", "V2-RPC-001 V2-RPC-002 V2-RPC-003 V2-RPC-004", Handshakes::arrays),
            scenario("v2-rpc/early-array", "V2-RPC-005", Handshakes::earlyArray),
            scenario("v2-rpc/null-id", "V2-RPC-006", Handshakes::nullId),
            scenario("v2-rpc/version-1", "V2-RPC-008", Handshakes::methodsOfVersion1));

    /** Members that the check of capabilities ignores. The proposal of forks at a message defines {@code atMessageId} as a boolean. */
    private static final Set<String> NOT_IN_SCHEMA = Set.of("_meta", "atMessageId");

    private Handshakes() {}

    private static Reply initialize(Probe probe, Link link) throws InterruptedException {
        return link.initialize(VERSION, probe.dialect().everything());
    }

    private static ObjectNode params(Probe probe) {
        return probe.dialect().initialization(VERSION, probe.dialect().everything());
    }

    private static void answer(Probe probe) throws InterruptedException {
        Reply reply = initialize(probe, probe.connect());
        probe.check("V2-INIT-001", reply.isResult(), "a result", reply);
        JsonNode result = reply.need("initialize");
        JsonNode version = result.path("protocolVersion");
        probe.check(
                "V2-INIT-002", version.isIntegralNumber() && version.asInt() == VERSION, "protocolVersion 2", version);
        JsonNode info = result.path("info");
        probe.check(
                "V2-INIT-003",
                info.path("name").isTextual() && info.path("version").isTextual(),
                "info with a name and a version",
                info);
        JsonNode capabilities = result.path("capabilities");
        probe.check("V2-INIT-004", areMarkers(capabilities), "objects or null, at any depth", capabilities);
    }

    /** Returns whether all capabilities are objects or null, apart from members that no schema defines. */
    private static boolean areMarkers(JsonNode capabilities) {
        if (capabilities.isMissingNode() || capabilities.isNull()) {
            return true;
        }
        if (!capabilities.isObject()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> member : capabilities.properties()) {
            if (!NOT_IN_SCHEMA.contains(member.getKey()) && !areMarkers(member.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static void again(Probe probe) throws InterruptedException {
        JsonNode first = initialize(probe, probe.connect()).need("initialize");
        JsonNode second = initialize(probe, probe.connect()).need("initialize");
        for (String member : List.of("info", "capabilities")) {
            probe.check(
                    "V2-INIT-022",
                    first.path(member).equals(second.path(member)),
                    "what it told at first: " + first.path(member),
                    second.path(member));
        }
    }

    private static void newer(Probe probe) throws InterruptedException {
        Reply reply = probe.connect().initialize(NEWER, probe.dialect().everything());
        JsonNode agreed = reply.result().path("protocolVersion");
        Reply again = agreed.isIntegralNumber()
                ? probe.connect().initialize(agreed.asInt(), probe.dialect().everything())
                : reply;
        probe.check(
                "V2-INIT-005",
                agreed.asInt() >= VERSION
                        && agreed.asInt() < NEWER
                        && again.result().path("protocolVersion").equals(agreed),
                "the highest version that it supports",
                reply + ", asked for that: " + again);
    }

    private static Reply refused(Probe probe, Link link) throws InterruptedException {
        return link.initialize(OLDER, probe.dialect().everything());
    }

    private static void older(Probe probe) throws InterruptedException {
        Reply reply = refused(probe, probe.connect());
        probe.checkError("V2-INIT-006", reply.isError(UNSUPPORTED_VERSION), "the error -32022", reply);
        if (!reply.isError(UNSUPPORTED_VERSION)) {
            throw new NotTestable("Version 0 was not refused as unsupported: " + reply);
        }
        JsonNode data = reply.at("/error/data");
        probe.check(
                "V2-INIT-007",
                data.path("requested").isIntegralNumber()
                        && data.path("requested").asInt(-1) == OLDER,
                "data.requested 0",
                data);
        boolean supported = false;
        boolean numbers = data.path("supported").isArray();
        for (JsonNode version : data.path("supported")) {
            numbers &= version.isIntegralNumber() && version.asInt() > OLDER;
            supported |= version.asInt() == VERSION;
        }
        probe.check("V2-INIT-008", supported && numbers, "data.supported with 2, and without 0", data);
    }

    private static void failed(Probe probe) throws InterruptedException {
        Link link = probe.connect();
        Reply first = refused(probe, link);
        if (!first.isError()) {
            throw new NotTestable("No initialize was seen to fail: " + first);
        }
        Reply early = link.call("session/new", link.newSessionParams());
        probe.checkError("V2-INIT-010", early.isError(INVALID_REQUEST), "the error -32600", early);
        Reply second = initialize(probe, link);
        probe.check("V2-INIT-009", second.isResult(), "a result after the failure", second);
    }

    private static void tooEarly(Probe probe) throws InterruptedException {
        Link link = probe.connect();
        Entry first = link.notify("session/cancel", obj("sessionId", "acp4j-no-such-session"));
        link.notify("_acp4j/early", obj());
        Reply early = link.call("session/new", link.newSessionParams());
        String end = link.end();
        if (end != null && !link.isStream() && end.contains(PROTOCOL_ERROR)) {
            for (String each : List.of("V2-INIT-011", "V2-INIT-012", "V2-INIT-013")) {
                probe.skip(
                        each,
                        "the server ends a WebSocket whose first message is not initialize, as the proposal has it");
            }
            return;
        }
        probe.checkError("V2-INIT-011", early.isError(INVALID_REQUEST), "the error -32600", early);
        long others = link.since(first).stream()
                .filter(entry ->
                        entry.kind() == Entry.Kind.RESPONSE && !entry.at("/id").isIntegralNumber())
                .count();
        probe.check("V2-INIT-012", link.end() == null && others == 0, "silence", others + " responses, " + link.end());
        Reply then = initialize(probe, link);
        probe.check("V2-INIT-013", then.isResult(), "a result", then);
    }

    private static void twice(Probe probe) throws InterruptedException {
        Link link = probe.connect();
        initialize(probe, link).need("initialize");
        Reply second = initialize(probe, link);
        Reply alive = link.call("_acp4j/ping", obj());
        probe.check(
                "V2-INIT-014",
                second.came() && alive.came(),
                "a response, and another to the request after it",
                second + ", then " + alive);
        if (second.came()) {
            probe.checkError("V2-INIT-024", second.isResult(), "a result", second);
        }
    }

    private static void downgrade(Probe probe) throws InterruptedException {
        Link link = probe.connect();
        initialize(probe, link).need("initialize");
        Reply second = link.initialize(1, probe.dialect().everything());
        // An agent that has no version so low says that, as it would have at first.
        boolean refused = second.isError(INVALID_REQUEST) || second.isError(UNSUPPORTED_VERSION);
        probe.checkError("V2-INIT-015", refused, "the error -32600 or -32022", second);
    }

    private static void capabilities(Probe probe) throws InterruptedException {
        Reply minimal = probe.connect().initialize(VERSION, null);
        probe.check("V2-INIT-016", minimal.isResult(), "a result", minimal);
        ObjectNode more = probe.dialect().everything();
        more.set("holodeck", obj("decks", 3));
        for (String known : List.of("auth", "elicitation")) {
            more.withObject("/" + known).set("holodeck", obj("decks", 3));
        }
        Reply unknown = probe.connect().initialize(VERSION, more);
        probe.check("V2-INIT-017", unknown.isResult(), "a result", unknown);
        Reply nulls = probe.connect().initialize(VERSION, obj("auth", null, "elicitation", obj("form", null)));
        probe.check("V2-INIT-018", nulls.isResult(), "a result", nulls);
        ObjectNode malformed = params(probe);
        malformed.put("capabilities", true);
        Reply wrong = probe.connect().call("initialize", malformed);
        probe.check("V2-INIT-019", wrong.isResult(), "a result", wrong);
    }

    private static void incomplete(Probe probe) throws InterruptedException {
        ObjectNode anonymous = params(probe);
        anonymous.remove("info");
        Reply nobody = probe.connect().call("initialize", anonymous);
        probe.checkError("V2-INIT-020", nobody.isError(INVALID_PARAMS), "the error -32602", nobody);
        ObjectNode versionless = params(probe);
        versionless.remove("protocolVersion");
        Reply none = probe.connect().call("initialize", versionless);
        probe.checkError("V2-INIT-021", none.isError(INVALID_PARAMS), "the error -32602", none);
        Reply text = probe.connect().call("initialize", params(probe).put("protocolVersion", "2"));
        probe.checkError("V2-INIT-023", text.isError(INVALID_PARAMS), "the error -32602", text);
    }

    // What JSON-RPC has and version 2 has not

    private static JsonNode ping(int id) {
        return obj("jsonrpc", "2.0", "id", id, "method", "_acp4j/ping", "params", obj());
    }

    private static List<Entry> refusals(Link link, Entry since) {
        return link.since(since).stream()
                .filter(entry -> entry.kind() == Entry.Kind.RESPONSE
                        && entry.at("/error/code").asInt() == INVALID_REQUEST
                        && (entry.at("/id").isNull() || entry.at("/id").isMissingNode()))
                .toList();
    }

    private static void arrays(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Entry sent = link.sendRaw(arr(ping(601), ping(602)).toString());
        Reply alive = link.call("_acp4j/ping", obj());
        probe.check("V2-RPC-004", alive.came(), "a response to the request after it", alive);
        if (!alive.came()) {
            return;
        }
        link.settleUntilDue(() -> !refusals(link, sent).isEmpty());
        link.settle();
        List<Entry> refusals = refusals(link, sent);
        probe.check("V2-RPC-001", !refusals.isEmpty(), "the error -32600 with the id null", "none");
        probe.check("V2-RPC-002", refusals.size() <= 1, "one response", refusals.size() + " responses");
        List<Entry> carriedOut = link.since(sent).stream()
                .filter(entry -> (entry.json() != null && entry.json().isArray())
                        || entry.at("/id").asInt() == 601
                        || entry.at("/id").asInt() == 602)
                .toList();
        probe.check("V2-RPC-003", carriedOut.isEmpty(), "no response to what the array held", carriedOut);
    }

    private static void earlyArray(Probe probe) throws InterruptedException {
        Link link = probe.connect();
        JsonNode request = obj("jsonrpc", "2.0", "id", 603, "method", "initialize", "params", params(probe));
        Entry sent = link.sendRaw(arr(request).toString());
        Reply then = initialize(probe, link);
        link.settleUntilDue(() -> !refusals(link, sent).isEmpty());
        List<Entry> refusals = refusals(link, sent);
        probe.check(
                "V2-RPC-005",
                refusals.size() == 1 && then.isResult(),
                "the error -32600, then a result for initialize",
                refusals + ", then " + then);
    }

    private static void nullId(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Entry sent = link.sendRaw(
                obj("jsonrpc", "2.0", "id", NullNode.getInstance(), "method", "_acp4j/ping", "params", obj())
                        .toString());
        link.settleUntilDue(() -> !refusals(link, sent).isEmpty());
        link.settle();
        probe.check(
                "V2-RPC-006", refusals(link, sent).size() == 1, "the error -32600 with the id null", link.since(sent));
    }

    private static void methodsOfVersion1(Probe probe) throws InterruptedException {
        Link link = probe.open();
        int id = 700;
        for (String method : MessageShapes.onlyInVersion1(shapes -> shapes.methodsOf("agent"))) {
            Reply reply = link.start(LongNode.valueOf(id++), method, obj("sessionId", "none", "methodId", "none"))
                    .await();
            probe.check("V2-RPC-008", reply.isError(METHOD_NOT_FOUND), "-32601 for " + method, reply);
        }
    }
}
