package io.acp4j.tck.internal.run;

import io.acp4j.tck.internal.catalogue.Catalogue;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Scenario;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * All there is to test for one side of the protocol.
 *
 * @param side which side: {@code agent} or {@code client}
 * @param protocol the version of the protocol: 1 or 2
 * @param catalogue the requirements
 * @param scenarios what to do
 * @param monitors what to look for in everything that goes over the wire
 * @param basics areas that are tested even with a subject that could not be got to know: they say what is wrong with it
 * @param explorer how to get to know a subject
 */
public record Suite(
        String side,
        int protocol,
        Catalogue catalogue,
        List<Scenario> scenarios,
        List<Monitor> monitors,
        Set<String> basics,
        Explorer explorer) {

    /** The requirement that is decided by comparing connections that others have used with fresh ones. */
    static final String USED_CONNECTIONS = "SESS-020";

    /** Gets to know a subject, so that what it does not offer is not asked for. */
    @FunctionalInterface
    public interface Explorer {

        /** Asks the subject about itself; ends with {@link io.acp4j.tck.internal.probe.NotTestable} when that cannot be done. */
        Profile explore(Probe probe) throws InterruptedException;
    }

    /** Checks that scenarios and requirements belong together. */
    public Suite {
        Set<String> proven = new TreeSet<>();
        scenarios.forEach(scenario -> proven.addAll(scenario.proves()));
        monitors.forEach(monitor -> proven.addAll(monitor.watches()));
        Set<String> known = new TreeSet<>();
        catalogue.all().forEach(requirement -> known.add(requirement.id()));
        if (known.contains(USED_CONNECTIONS)) {
            proven.add(USED_CONNECTIONS);
        }
        if (!proven.equals(known)) {
            Set<String> unknown = new TreeSet<>(proven);
            unknown.removeAll(known);
            known.removeAll(proven);
            throw new IllegalStateException("Unknown requirements " + unknown + ", unproven requirements " + known);
        }
    }
}
