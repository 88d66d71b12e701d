package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.shape.MessageShapes;
import io.acp4j.tck.internal.shape.ShapeFault;
import java.util.List;
import java.util.stream.Collectors;

/** How connections begin. */
final class InitScenarios {

    private static final int NOBODYS_VERSION = 9_999;
    private static final int ANOTHER_NOBODYS_VERSION = 60_000;

    /** Returns the scenarios; capabilities are judged by a schema. */
    static List<Scenario> all(MessageShapes shapes) {
        return List.of(
                scenario(
                        "init/response",
                        "INIT-001 INIT-002 INIT-003 INIT-006 INIT-007 INIT-008 INIT-016",
                        probe -> answer(probe, shapes)),
                scenario("init/version", "INIT-004 INIT-005", InitScenarios::version),
                scenario("init/minimal", "INIT-009", InitScenarios::minimal),
                scenario("init/unknown-capabilities", "INIT-010", InitScenarios::unknownCapabilities),
                scenario("init/null-capabilities", "INIT-011", InitScenarios::nullCapabilities),
                scenario("init/no-version", "INIT-012", InitScenarios::noVersion),
                scenario("init/too-early", "INIT-013 INIT-014", InitScenarios::tooEarly),
                scenario("init/twice", "INIT-015", InitScenarios::twice));
    }

    private InitScenarios() {}

    /** An agent of later versions only says that by an error of version 2: it is no faulty agent of version 1. */
    private static void isAnswered(Probe probe, String requirement, Reply reply) {
        String others = Discovery.otherVersions(reply);
        if (others.isEmpty()) {
            probe.check(requirement, reply.isResult(), "a result", reply);
        } else {
            probe.open(requirement, others);
        }
    }

    private static void answer(Probe probe, MessageShapes shapes) throws InterruptedException {
        Reply reply = probe.connect().initialize(1, Probe.everything());
        isAnswered(probe, "INIT-001", reply);
        JsonNode result = reply.need("initialize");
        JsonNode version = result.path("protocolVersion");
        boolean integer = version.isIntegralNumber() && version.asLong() >= 0 && version.asLong() <= 65_535;
        probe.check("INIT-002", integer, "an integer from 0 to 65535", "protocolVersion " + version);
        if (integer) {
            probe.check("INIT-003", version.asInt() == 1, "protocolVersion 1", version);
        }
        JsonNode capabilities = result.path("agentCapabilities");
        List<ShapeFault> faults = shapes.faultsOf("AgentCapabilities", capabilities).stream()
                .filter(fault -> fault.kind() == ShapeFault.Kind.WRONG || fault.kind() == ShapeFault.Kind.FORGIVEN)
                .toList();
        probe.check(
                "INIT-006",
                Shapes.isAbsent(capabilities) || faults.isEmpty(),
                "capabilities of the types of the protocol",
                faults.stream().map(ShapeFault::observed).collect(Collectors.joining(", ")) + " in " + capabilities);
        JsonNode earlier = probe.profile().initialize();
        if (earlier.isObject()) {
            probe.check(
                    "INIT-016",
                    result.path("agentCapabilities").equals(earlier.path("agentCapabilities"))
                            && result.path("agentInfo").equals(earlier.path("agentInfo")),
                    "what it told at first: " + earlier,
                    result);
        }
        JsonNode info = result.path("agentInfo");
        probe.check("INIT-007", info.isObject(), "agentInfo", result);
        if (!Shapes.isAbsent(info)) {
            probe.check(
                    "INIT-008",
                    info.path("name").isTextual() && info.path("version").isTextual(),
                    "name and version",
                    info);
        } else {
            probe.skip("INIT-008", "the agent tells nothing of itself");
        }
    }

    private static void version(Probe probe) throws InterruptedException {
        Reply reply = probe.connect().initialize(NOBODYS_VERSION, Probe.everything());
        if (reply.isError() && probe.profile().initialize().isObject()) {
            probe.check("INIT-004", false, "a version that the agent supports", reply);
        }
        JsonNode latest = reply.need("initialize with an unknown version").path("protocolVersion");
        if (latest.isIntegralNumber()) {
            JsonNode again = probe.connect()
                    .initialize(latest.asInt(), Probe.everything())
                    .result()
                    .path("protocolVersion");
            probe.check(
                    "INIT-004",
                    latest.asInt() != NOBODYS_VERSION && latest.equals(again),
                    "a version that the agent agrees to",
                    "asked for " + NOBODYS_VERSION + ": " + latest + ", asked for " + latest + ": " + again);
        }
        JsonNode other = probe.connect()
                .initialize(ANOTHER_NOBODYS_VERSION, Probe.everything())
                .result()
                .path("protocolVersion");
        probe.check("INIT-005", latest.equals(other), "the same latest version", latest + ", then " + other);
    }

    private static void minimal(Probe probe) throws InterruptedException {
        Reply reply = probe.connect().initialize(1, null);
        isAnswered(probe, "INIT-009", reply);
    }

    private static void unknownCapabilities(Probe probe) throws InterruptedException {
        ObjectNode capabilities = Probe.everything().put("teleport", true);
        capabilities.set("holodeck", obj("decks", 3));
        for (String known : List.of("fs", "elicitation", "auth", "session")) {
            capabilities.withObject("/" + known).set("holodeck", obj("decks", 3));
        }
        Reply reply = probe.connect().initialize(1, capabilities);
        isAnswered(probe, "INIT-010", reply);
    }

    private static void nullCapabilities(Probe probe) throws InterruptedException {
        JsonNode capabilities = obj("fs", obj(), "terminal", false, "elicitation", null, "session", null);
        Reply reply = probe.connect().initialize(1, capabilities);
        isAnswered(probe, "INIT-011", reply);
    }

    private static void noVersion(Probe probe) throws InterruptedException {
        Reply reply = probe.connect().call("initialize", obj("clientCapabilities", obj()));
        probe.checkError("INIT-012", reply.isError(-32602), "the error -32602", reply);
    }

    private static void tooEarly(Probe probe) throws InterruptedException {
        Link link = probe.connect();
        Reply reply = link.call("session/new", link.newSessionParams());
        // Where messages have a transport of their own, that may refuse what does not begin with initialize.
        if (probe.has("stream")) {
            probe.check("INIT-013", reply.came(), "a response", reply);
        }
        probe.check("INIT-014", !reply.isResult(), "no session", reply);
    }

    private static void twice(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Reply second = link.initialize(1, Probe.everything());
        probe.check("INIT-015", second.came() && link.ping().came(), "a response, and further responses", second);
    }
}
