package io.acp4j.tck.internal.run;

import io.acp4j.tck.internal.catalogue.Catalogue;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Scenario;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * All there is to test for one side of the protocol.
 *
 * @param catalogue the requirements
 * @param scenarios what to do
 * @param monitors what to look for in everything that goes over the wire
 */
public record Suite(Catalogue catalogue, List<Scenario> scenarios, List<Monitor> monitors) {

    /** Checks that scenarios and requirements belong together. */
    public Suite {
        Set<String> proven = new TreeSet<>();
        scenarios.forEach(scenario -> proven.addAll(scenario.proves()));
        monitors.forEach(monitor -> proven.addAll(monitor.watches()));
        Set<String> known = new TreeSet<>();
        catalogue.all().forEach(requirement -> known.add(requirement.id()));
        if (!proven.equals(known)) {
            Set<String> unknown = new TreeSet<>(proven);
            unknown.removeAll(known);
            known.removeAll(proven);
            throw new IllegalStateException("Unknown requirements " + unknown + ", unproven requirements " + known);
        }
    }
}
