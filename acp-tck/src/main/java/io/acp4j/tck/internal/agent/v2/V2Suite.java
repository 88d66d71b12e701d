package io.acp4j.tck.internal.agent.v2;

import io.acp4j.tck.internal.agent.AgentSuite;
import io.acp4j.tck.internal.agent.Discovery;
import io.acp4j.tck.internal.catalogue.Catalogue;
import io.acp4j.tck.internal.jsonrpc.EnvelopeMonitor;
import io.acp4j.tck.internal.jsonrpc.TransportMonitor;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.shape.MessageShapes;
import io.acp4j.tck.internal.shape.ShapeMonitor;
import io.acp4j.tck.internal.shape.WordMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** All there is to test of an agent in version 2: what both versions have, by the scenarios of version 1, and the rest. */
public final class V2Suite {

    private static final int VERSION = 2;

    private V2Suite() {}

    /** Builds the suite of a version of the protocol, 1 or 2, with the shapes of this release. */
    public static Suite of(int protocol) {
        return of(MessageShapes.own(protocol));
    }

    /** Builds the suite of the version that the shapes are of. */
    public static Suite of(MessageShapes shapes) {
        return shapes.version() == VERSION ? create(shapes) : AgentSuite.create(shapes);
    }

    private static Suite create(MessageShapes shapes) {
        List<Monitor> monitors = new ArrayList<>(List.of(
                new TransportMonitor(""),
                new EnvelopeMonitor("", shapes.methodsOf("client")),
                new ShapeMonitor(shapes, "SHAPE-001", "SHAPE-002", "EXT-005"),
                new WordMonitor(shapes, "V2-EXT-002"),
                new UpdateRules(shapes),
                new TerminalRules(),
                new StateRules(),
                new EchoRules(shapes),
                new CallRules(),
                new OptionRules()));
        monitors.addAll(AgentSuite.monitorsOfBoth());
        List<Scenario> scenarios = Stream.of(
                        AgentSuite.scenariosOfBoth(),
                        Handshakes.ALL,
                        Sessions.ALL,
                        Resumes.ALL,
                        Prompts.all(shapes),
                        Queues.ALL,
                        Tools.ALL,
                        Updates.ALL,
                        Permissions.ALL,
                        Subagents.ALL,
                        Offers.ALL,
                        Titles.ALL,
                        Models.ALL,
                        Forks.ALL,
                        ForkPoints.ALL)
                .flatMap(List::stream)
                .toList();
        return new Suite(
                "agent",
                VERSION,
                Catalogue.ofAgents(VERSION),
                scenarios,
                List.copyOf(monitors),
                Set.of("V2-INIT", "STDIO"),
                Discovery::explore);
    }
}
