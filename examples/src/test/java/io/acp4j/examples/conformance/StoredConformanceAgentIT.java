package io.acp4j.examples.conformance;

import io.acp4j.tck.Settings;
import io.acp4j.tck.Subject;
import io.acp4j.tck.junit.AgentConformanceTest;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Certifies an agent built with this library, over real processes that share a SQLite file: recommendations included. */
@Tag("full")
class StoredConformanceAgentIT extends AgentConformanceTest {

    @TempDir
    private static Path directory;

    @Override
    protected Subject subject() {
        return Certified.process(directory.resolve("sessions.db").toString());
    }

    @Override
    protected Settings settings() {
        return Certified.everything(super.settings());
    }

    @Override
    protected boolean strict() {
        return true;
    }
}
