package io.acp4j.examples.conformance;

import io.acp4j.tck.Settings;
import io.acp4j.tck.Subject;
import java.time.Duration;
import java.util.List;

/** What the certifications of the conformance agent have in common. */
final class Certified {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private Certified() {}

    /** Returns settings for a machine that does other things as well, with proposals and the rules of this project. */
    static Settings everything(Settings settings) {
        return settings.toBuilder()
                .timeouts(TIMEOUT, TIMEOUT)
                .profiles("rfd", "acp4j")
                .build();
    }

    static Subject process(String... args) {
        List<String> command = Archived.agent(args);
        return Subject.command(command.toArray(String[]::new));
    }
}
