package io.acp4j.tck.internal.catalogue;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A scenario of forks that {@code --scenario} selects by name, with the requirements of both versions of the protocol. */
public enum ForkScenario {
    FORK(
            "FORK-101 FORK-007 FORK-008 FORK-009 FORK-010 FORK-108",
            "V2-FORK-001 V2-FORK-002 V2-FORK-003 V2-FORK-004 V2-FORK-005 V2-FORK-024 V2-FORK-016"),
    FORK_AT_MESSAGE("FORK-026 FORK-030 FORK-209", "V2-FORK-017 V2-FORK-023"),
    UNKNOWN_ID("FORK-032 FORK-132", "V2-FORK-018 V2-FORK-019"),
    THOUGHT("FORK-137", "V2-FORK-021"),
    CHUNKS("FORK-126", "V2-FORK-022");

    private final String first;
    private final String second;

    ForkScenario(String first, String second) {
        this.first = first;
        this.second = second;
    }

    /** Returns the name on the command line and in reports. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the ids of the requirements that decide the scenario, in all versions. */
    public List<String> requirements() {
        return Stream.of(first, second)
                .flatMap(ids -> Arrays.stream(ids.split(" ")))
                .toList();
    }

    /**
     * Returns the scenario with a name.
     *
     * @throws IllegalArgumentException if no scenario has the name
     */
    public static ForkScenario of(String name) {
        return Stream.of(values())
                .filter(each -> each.label().equals(name.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--scenario accepts "
                        + Stream.of(values()).map(ForkScenario::label).collect(Collectors.joining(", ")) + ", not "
                        + name));
    }
}
