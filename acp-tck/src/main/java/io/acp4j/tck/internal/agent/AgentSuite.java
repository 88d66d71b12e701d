package io.acp4j.tck.internal.agent;

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

/** All there is to test of an agent. */
public final class AgentSuite {

    private static final Set<String> CLIENT_METHODS = Set.of(
            "session/update",
            "session/request_permission",
            "fs/read_text_file",
            "fs/write_text_file",
            "terminal/create",
            "terminal/output",
            "terminal/wait_for_exit",
            "terminal/kill",
            "terminal/release",
            "elicitation/create",
            "elicitation/complete",
            "mcp/connect",
            "mcp/message",
            "mcp/disconnect");

    private static final List<Monitor> MONITORS = List.of(
            new TransportMonitor(""),
            new EnvelopeMonitor("", CLIENT_METHODS),
            new MetaMonitor(),
            new ChoicesMonitor(),
            new SessionMonitor(),
            new StateMonitor(),
            new BranchMonitor(),
            new TurnEndMonitor(),
            new UpdateMonitor(),
            new OfferedUpdatesMonitor(),
            new ErrorMonitor(),
            new ServiceMonitor(),
            new ElicitationMonitor(),
            new MessageIdMonitor());

    private AgentSuite() {}

    /** Builds the suite with the shapes of this release. */
    public static Suite create() {
        return create(MessageShapes.own());
    }

    /** Builds the suite, which checks itself. */
    public static Suite create(MessageShapes shapes) {
        List<Monitor> monitors = new ArrayList<>(MONITORS);
        monitors.add(new ShapeMonitor(shapes, "SHAPE-001", "SHAPE-002", "EXT-005"));
        List<Scenario> scenarios = Stream.of(
                        InitScenarios.ALL,
                        StdioScenarios.ALL,
                        WebSocketScenarios.ALL,
                        FrameScenarios.ALL,
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
                        PromptScenarios.ALL,
                        UpdateScenarios.ALL,
                        CancelScenarios.ALL,
                        ServiceScenarios.ALL,
                        OptionScenarios.ALL,
                        MessageIdScenarios.ALL,
                        ForkScenarios.ALL,
                        ForkAtScenarios.ALL,
                        ForkPointScenarios.ALL,
                        BranchScenarios.ALL)
                .flatMap(List::stream)
                .toList();
        return new Suite(
                "agent",
                Catalogue.ofAgents(),
                scenarios,
                List.copyOf(monitors),
                Set.of("INIT", "STDIO"),
                Discovery::explore);
    }
}
