package io.acp4j.tck.internal.client.v2;

import io.acp4j.tck.internal.catalogue.Catalogue;
import io.acp4j.tck.internal.client.ClientDiscovery;
import io.acp4j.tck.internal.client.ClientSuite;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.shape.MessageShapes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All there is to test of a client in each version of the protocol. In version 2 that is what both versions have, by the scenarios of
 * version 1, and the rest.
 */
public final class ClientSuites {

    private static final int VERSION = 2;

    private ClientSuites() {}

    /** Builds the suite of a version of the protocol, 1 or 2, with the shapes of this release. */
    public static Suite of(int protocol) {
        return of(MessageShapes.own(protocol));
    }

    /** Builds the suite of the version that the shapes are of. */
    public static Suite of(MessageShapes shapes) {
        return shapes.version() == VERSION ? create(shapes) : ClientSuite.create(shapes);
    }

    private static Suite create(MessageShapes shapes) {
        Catalogue catalogue = Catalogue.ofClients(VERSION);
        List<Monitor> monitors = new ArrayList<>(ClientSuite.monitorsOfBoth());
        monitors.addAll(List.of(
                ClientSuite.envelopeMonitor(shapes.methodsOf("agent")),
                ClientSuite.shapeMonitor(shapes),
                new OfferRules()));
        Stream<Scenario> ofBoth = ClientSuite.scenarios().stream()
                .filter(scenario -> scenario.proves().stream()
                        .allMatch(id -> catalogue.find(id).isPresent()));
        Stream<Scenario> own = Stream.of(
                        Handshakes.ALL,
                        Arrays.ALL,
                        Sessions.ALL,
                        Prompts.ALL,
                        Overlaps.ALL,
                        States.ALL,
                        Messages.ALL,
                        Tools.ALL,
                        Terminals.ALL,
                        Questions.ALL,
                        Facts.ALL,
                        Oddities.ALL)
                .flatMap(List::stream);
        return new Suite(
                "client",
                VERSION,
                catalogue,
                Stream.concat(ofBoth, own).toList(),
                List.copyOf(monitors),
                Set.of("CLI-INIT", "CLI-STDIO", "CLI-RPC", "V2-CLI-INIT", "V2-CLI-RPC"),
                ClientDiscovery::explore);
    }
}
