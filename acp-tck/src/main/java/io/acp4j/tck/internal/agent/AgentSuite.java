package io.acp4j.tck.internal.agent;

import io.acp4j.tck.internal.catalogue.Catalogue;
import io.acp4j.tck.internal.jsonrpc.EnvelopeMonitor;
import io.acp4j.tck.internal.jsonrpc.TransportMonitor;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.shape.MessageShapes;
import io.acp4j.tck.internal.shape.ShapeMonitor;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** All there is to test of an agent. */
public final class AgentSuite {

    /** Methods of clients that earlier drafts had. */
    private static final Set<String> DRAFTED = Set.of("mcp/connect", "mcp/disconnect");

    /** The scenarios of version 1 whose rules version 2 has, too. */
    private static final Set<String> OF_BOTH = Set.of(
            "stdio/end-of-input",
            "stdio/frames",
            "stdio/separators",
            "rpc/notifications",
            "rpc/unknown-method",
            "rpc/ids",
            "rpc/large-ids",
            "rpc/successful-ids",
            "rpc/ids-again",
            "rpc/spelling",
            "rpc/not-json",
            "rpc/no-message",
            "rpc/bad-params",
            "rpc/many",
            "rpc/strange-response",
            "rpc/deep",
            "rpc/large",
            "rpc/text",
            "extensions/custom",
            "extensions/meta",
            "sessions/apart",
            "list/sessions",
            "list/filter",
            "close/session",
            "delete/session");

    private AgentSuite() {}

    /** Builds the suite with the shapes of this release. */
    public static Suite create() {
        return create(MessageShapes.own());
    }

    /** Returns the scenarios that version 2 has, too. */
    public static List<Scenario> scenariosOfBoth() {
        return scenarios(MessageShapes.own()).stream()
                .filter(scenario -> OF_BOTH.contains(scenario.name()))
                .toList();
    }

    /** Returns the monitors that version 2 has, too, beside those of the transport. */
    public static List<Monitor> monitorsOfBoth() {
        return List.of(new OfSecond(new MetaMonitor()), new OfSecond(new ErrorMonitor()));
    }

    /** A monitor of version 1 whose rules hold on connections of version 2. */
    private record OfSecond(Monitor monitor) implements Monitor {

        @Override
        public List<String> watches() {
            return monitor.watches();
        }

        @Override
        public boolean concerns(Recording recording) {
            return recording.version() == 2;
        }

        @Override
        public void inspect(Recording recording, Findings findings) {
            monitor.inspect(recording, findings);
        }
    }

    /** Builds the suite, which checks itself. */
    public static Suite create(MessageShapes shapes) {
        Set<String> methods = new HashSet<>(shapes.methodsOf("client"));
        methods.addAll(DRAFTED);
        List<Monitor> monitors = List.of(
                new TransportMonitor(""),
                new EnvelopeMonitor("", methods),
                new MetaMonitor(),
                new ChoicesMonitor(),
                new SessionMonitor(),
                new StateMonitor(),
                new BranchMonitor(shapes),
                new TurnEndMonitor(),
                new UpdateMonitor(shapes),
                new OfferedUpdatesMonitor(),
                new ErrorMonitor(),
                new ServiceMonitor(shapes),
                new ElicitationMonitor(),
                new MessageIdMonitor(),
                new ShapeMonitor(shapes, "SHAPE-001", "SHAPE-002", "EXT-005"));
        return new Suite(
                "agent",
                1,
                Catalogue.ofAgents(),
                scenarios(shapes),
                monitors,
                Set.of("INIT", "STDIO"),
                Discovery::explore);
    }

    private static List<Scenario> scenarios(MessageShapes shapes) {
        return Stream.of(
                        InitScenarios.all(shapes),
                        StdioScenarios.ALL,
                        WebSocketScenarios.ALL,
                        FrameScenarios.ALL,
                        HttpRequestScenarios.ALL,
                        HttpStreamScenarios.ALL,
                        HttpReaderScenarios.ALL,
                        HttpUpgradeScenarios.ALL,
                        HttpTokenScenarios.ALL,
                        HttpPrincipalScenarios.ALL,
                        Http2Scenarios.ALL,
                        RpcScenarios.ALL,
                        AuthScenarios.ALL,
                        ExtensionScenarios.ALL,
                        SessionScenarios.ALL,
                        LoadScenarios.ALL,
                        MemoryScenarios.ALL,
                        ReplayScenarios.ALL,
                        McpScenarios.ALL,
                        SubagentScenarios.ALL,
                        ListScenarios.ALL,
                        PromptScenarios.all(shapes),
                        TurnScenarios.ALL,
                        UpdateScenarios.ALL,
                        CancelScenarios.all(shapes),
                        ServiceScenarios.ALL,
                        OptionScenarios.ALL,
                        MessageIdScenarios.ALL,
                        ForkScenarios.ALL,
                        ForkApartScenarios.ALL,
                        ForkAtScenarios.ALL,
                        ForkEffectScenarios.ALL,
                        ForkPointScenarios.ALL,
                        BranchScenarios.ALL)
                .flatMap(List::stream)
                .toList();
    }
}
