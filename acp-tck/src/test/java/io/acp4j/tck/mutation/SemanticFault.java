package io.acp4j.tck.mutation;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A fault of the meaning of messages, each of which is valid alone.
 *
 * @param name the name in reports and in the list of survivors
 * @param versions the versions of the protocol in which it is possible
 * @param areas the areas of the requirements that it is expected to violate
 * @param filter creates the change of the traffic
 */
record SemanticFault(String name, Set<Integer> versions, Set<String> areas, Supplier<TrafficFilter> filter) {

    /** Returns the faults that are possible in a version of the protocol. */
    static List<SemanticFault> ofVersion(int version) {
        return Stream.of(ForkTrafficFaults.all(), ReplayTrafficFaults.all(), TurnTrafficFaults.all())
                .flatMap(List::stream)
                .filter(fault -> fault.versions.contains(version))
                .toList();
    }

    /** Creates a fault that is possible in both versions. */
    static SemanticFault inBoth(String name, String areas, Supplier<TrafficFilter> filter) {
        return new SemanticFault(name, Set.of(1, 2), Set.of(areas.split(" ")), filter);
    }

    /** Creates a fault that is possible in one version. */
    static SemanticFault in(int version, String name, String areas, Supplier<TrafficFilter> filter) {
        return new SemanticFault(name, Set.of(version), Set.of(areas.split(" ")), filter);
    }

    /** Returns the expected areas as the catalogue of a version names them. */
    Stream<String> selection(int version) {
        return areas.stream().map(area -> version == 1 ? area : "V2-" + area);
    }

    /** Returns true if a requirement belongs to an expected area. */
    boolean concerns(String requirement) {
        String area = requirement.replaceFirst("^V2-", "").replaceFirst("-[^-]*$", "");
        return areas.contains(area);
    }
}
