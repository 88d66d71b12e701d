package io.acp4j.tck.internal.conversation;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.agent.v2.V2Suite;
import io.acp4j.tck.internal.catalogue.Catalogue;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.client.v2.ClientSuites;
import io.acp4j.tck.internal.probe.Finding;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.wire.Entry;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Judges one side of a conversation with the monitors of its suite, and finds the message that broke a requirement. */
public final class Judge {

    /** Built when they are first needed; they have no state. */
    private record Rules(Catalogue catalogue, List<Monitor> monitors) {

        private static final Rules AGENT_1 = of(V2Suite.of(1));
        private static final Rules AGENT_2 = of(V2Suite.of(2));
        private static final Rules CLIENT_1 = of(ClientSuites.of(1));
        private static final Rules CLIENT_2 = of(ClientSuites.of(2));

        private static Rules of(Suite suite) {
            return new Rules(suite.catalogue(), suite.monitors());
        }

        static Rules of(boolean ofAgent, int version) {
            if (ofAgent) {
                return version == 2 ? AGENT_2 : AGENT_1;
            }
            return version == 2 ? CLIENT_2 : CLIENT_1;
        }
    }

    /**
     * A requirement that is broken.
     *
     * @param requirement which
     * @param finding how
     * @param message the index of the first message that breaks it
     */
    public record Broken(Requirement requirement, Finding finding, int message) {}

    private final boolean ofAgent;
    private final Map<String, Broken> known = new LinkedHashMap<>();
    private int judgedVersion = 1;

    /** Judges the agent, or the client. */
    public Judge(boolean ofAgent) {
        this.ofAgent = ofAgent;
    }

    /** Returns what the side has broken so far; entries of earlier calls must still be there. */
    public Collection<Broken> broken(List<Entry> entries, JsonNode capabilities, int version) {
        if (version != judgedVersion) {
            // What was judged before the agent had chosen a version was judged by the rules of another one.
            judgedVersion = version;
            known.clear();
        }
        Rules rules = Rules.of(ofAgent, version);
        for (Finding finding : inspect(rules, entries, capabilities)) {
            if (finding.outcome() == Outcome.FAIL && !known.containsKey(finding.requirement())) {
                Optional<Requirement> requirement = rules.catalogue().find(finding.requirement());
                requirement.ifPresent(found -> known.put(
                        found.id(), new Broken(found, finding, first(found.id(), rules, entries, capabilities))));
            }
        }
        return known.values();
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
