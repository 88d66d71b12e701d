package io.acp4j.tck.internal.client;

import io.acp4j.tck.internal.catalogue.Catalogue;
import io.acp4j.tck.internal.jsonrpc.EnvelopeMonitor;
import io.acp4j.tck.internal.jsonrpc.TransportMonitor;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.shape.MessageShapes;
import io.acp4j.tck.internal.shape.ShapeMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** All there is to test of a client of version 1. */
public final class ClientSuite {

    private static final String PREFIX = "CLI-";

    private ClientSuite() {}

    /** Builds the suite, which checks itself. */
    public static Suite create(MessageShapes shapes) {
        List<Monitor> monitors = new ArrayList<>(monitorsOfBoth());
        monitors.addAll(List.of(
                envelopeMonitor(shapes.methodsOf("agent")),
                new CapabilityMonitor(),
                new ServerMonitor(),
                shapeMonitor(shapes)));
        return new Suite(
                "client",
                1,
                Catalogue.ofClients(),
                scenarios(),
                List.copyOf(monitors),
                Set.of("CLI-INIT", "CLI-STDIO", "CLI-RPC"),
                ClientDiscovery::explore);
    }

    /** Returns what is done with clients of version 1; each scenario says by its requirements whether another version has it. */
    public static List<Scenario> scenarios() {
        return Stream.of(
                        InitScenarios.ALL,
                        TransportScenarios.ALL,
                        HttpHeaderScenarios.ALL,
                        HttpEventScenarios.ALL,
                        HttpFailureScenarios.ALL,
                        SessionScenarios.ALL,
                        ReplayScenarios.ALL,
                        TurnScenarios.ALL,
                        TurnEndScenarios.ALL,
                        PromptTextScenarios.ALL,
                        MessageScenarios.ALL,
                        PermissionScenarios.ALL,
                        OutcomeScenarios.ALL,
                        FileScenarios.ALL,
                        FileByteScenarios.ALL,
                        TerminalScenarios.ALL,
                        CommandScenarios.ALL,
                        ElicitationScenarios.ALL,
                        ForkScenarios.ALL,
                        ToleranceScenarios.ALL,
                        RobustnessScenarios.ALL)
                .flatMap(List::stream)
                .toList();
    }

    /** Returns what looks through everything that a client sends, in any version. */
    public static List<Monitor> monitorsOfBoth() {
        return List.of(new TransportMonitor(PREFIX), new InitMonitor(), new CallMonitor());
    }

    /** Returns what judges the envelopes of a client whose agent has the given methods. */
    public static Monitor envelopeMonitor(Set<String> methods) {
        return new EnvelopeMonitor(PREFIX, methods);
    }

    /** Returns what compares each message with its shape. */
    public static Monitor shapeMonitor(MessageShapes shapes) {
        return new ShapeMonitor(shapes, PREFIX + "SHAPE-001", PREFIX + "SHAPE-002", PREFIX + "SHAPE-003");
    }
}
