package io.acp4j.tck.conversation;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.conversation.BrokenRequirement.Side;
import io.acp4j.tck.internal.catalogue.Catalogue;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.client.ClientSuite;
import io.acp4j.tck.internal.jsonrpc.EnvelopeMonitor;
import io.acp4j.tck.internal.jsonrpc.TransportMonitor;
import io.acp4j.tck.internal.probe.Finding;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.second.SecondSuite;
import io.acp4j.tck.internal.shape.MessageShapes;
import io.acp4j.tck.internal.shape.ShapeMonitor;
import io.acp4j.tck.internal.wire.Entry;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Judges one side of a conversation with the monitors of its suite, and finds the message that broke a requirement. */
final class Judge {

    private static final int SECOND = 2;
    private static final String CLIENT = "CLI-";

    /** What a client calls in version 2; the suite of clients knows version 1 only. */
    private static final Set<String> AGENT_METHODS_OF_SECOND = Set.of(
            "initialize",
            "auth/login",
            "auth/logout",
            "auth/status",
            "session/new",
            "session/resume",
            "session/list",
            "session/close",
            "session/delete",
            "session/fork",
            "session/prompt",
            "session/cancel",
            "session/set_config_option",
            "session/set_title",
            "session/status",
            "session/archive",
            "session/unarchive",
            "terminal/cancel",
            "tool_call/cancel",
            "providers/list",
            "providers/set",
            "providers/disable",
            "mcp/message");

    /** Judges all but the first request: a client that speaks both versions has members of both in it. */
    private record AfterOpening(Monitor monitor) implements Monitor {

        @Override
        public List<String> watches() {
            return monitor.watches();
        }

        @Override
        public void inspect(Recording recording, Findings findings) {
            List<Entry> entries = recording.entries().stream()
                    .map(entry -> entry.method().equals("initialize")
                            ? new Entry(entry.index(), 0, entry.sent(), Entry.Kind.NOTE, entry.bytes(), null, null)
                            : entry)
                    .toList();
            monitor.inspect(
                    new Recording(
                            entries,
                            recording.capabilities(),
                            recording.earlierSessions(),
                            recording.stream(),
                            recording.disturbed(),
                            recording.errors()),
                    findings);
        }
    }

    /** Built when they are first needed; they have no state. */
    private record Rules(Catalogue catalogue, List<Monitor> monitors) {

        private static final Rules AGENT_1 = of(SecondSuite.of(1));
        private static final Rules AGENT_2 = of(SecondSuite.of(SECOND));
        private static final Rules CLIENT_1 = of(ClientSuite.create());
        private static final Rules CLIENT_2 = new Rules(
                Catalogue.ofClients(),
                List.of(
                        new TransportMonitor(CLIENT),
                        new EnvelopeMonitor(CLIENT, AGENT_METHODS_OF_SECOND),
                        new AfterOpening(new ShapeMonitor(
                                MessageShapes.own(SECOND),
                                CLIENT + "SHAPE-001",
                                CLIENT + "SHAPE-002",
                                CLIENT + "SHAPE-003"))));

        private static Rules of(Suite suite) {
            return new Rules(suite.catalogue(), suite.monitors());
        }

        static Rules of(Side side, int version) {
            if (side == Side.AGENT) {
                return version == SECOND ? AGENT_2 : AGENT_1;
            }
            return version == SECOND ? CLIENT_2 : CLIENT_1;
        }
    }

    private final Side side;
    private final Map<String, BrokenRequirement> known = new LinkedHashMap<>();
    private int judgedVersion = 1;

    /** Judges a side. */
    Judge(Side side) {
        this.side = side;
    }

    /** Returns what the side has broken so far; entries of earlier calls must still be there. */
    Collection<BrokenRequirement> broken(List<Entry> entries, JsonNode capabilities, int version) {
        if (version != judgedVersion) {
            // What was judged before the agent had chosen a version was judged by the rules of another one.
            judgedVersion = version;
            known.clear();
        }
        Rules rules = Rules.of(side, version);
        for (Finding finding : inspect(rules, entries, capabilities)) {
            if (finding.outcome() == Outcome.FAIL && !known.containsKey(finding.requirement())) {
                Optional<Requirement> requirement = rules.catalogue().find(finding.requirement());
                requirement.ifPresent(
                        found -> known.put(found.id(), broken(found, finding, rules, entries, capabilities)));
            }
        }
        return known.values();
    }

    private BrokenRequirement broken(
            Requirement requirement, Finding finding, Rules rules, List<Entry> entries, JsonNode capabilities) {
        return new BrokenRequirement(
                side,
                requirement.id(),
                requirement.level().name(),
                requirement.source().label(),
                requirement.text(),
                requirement.citation(),
                requirement.link(),
                finding.expected(),
                finding.observed(),
                first(requirement.id(), rules, entries, capabilities));
    }

    /** The last message of the shortest beginning in which the requirement is broken: what is broken stays so. */
    private int first(String requirement, Rules rules, List<Entry> entries, JsonNode capabilities) {
        List<Monitor> monitors = rules.monitors().stream()
                .filter(monitor -> monitor.watches().contains(requirement))
                .toList();
        Rules few = new Rules(rules.catalogue(), monitors);
        int low = 0;
        int high = entries.size();
        while (low + 1 < high) {
            int middle = (low + high) >>> 1;
            boolean isBroken = inspect(few, entries.subList(0, middle), capabilities).stream()
                    .anyMatch(found -> found.requirement().equals(requirement) && found.outcome() == Outcome.FAIL);
            if (isBroken) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high - 1;
    }

    private Collection<Finding> inspect(Rules rules, List<Entry> entries, JsonNode capabilities) {
        boolean disturbed = entries.stream().anyMatch(entry -> entry.sent() && entry.kind() == Entry.Kind.INVALID);
        Recording recording = new Recording(entries, capabilities, Set.of(), true, disturbed, "");
        Findings findings = new Findings();
        // Not asked whom they concern: the version was chosen with the rules.
        rules.monitors().forEach(monitor -> monitor.inspect(recording, findings));
        return findings.all();
    }
}
