package io.acp4j.examples.conformance;

import io.acp4j.examples.Children;
import io.acp4j.tck.Settings;
import io.acp4j.tck.Subject;
import java.time.Duration;
import java.util.List;

/** What the certifications of the conformance agent have in common. */
final class Certified {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Certified() {}

    /** Room for a machine that does other things as well. */
    static Settings patiently(Settings settings) {
        return settings.withTimeouts(PATIENCE, PATIENCE);
    }

    static Subject process(String... args) {
        List<String> command = Children.java(ConformanceAgent.class, args);
        // Dozens of short lives: none of them is worth an optimizing compiler.
        command.add(1, "-XX:TieredStopAtLevel=1");
        return Subject.command(command.toArray(String[]::new));
    }
}
