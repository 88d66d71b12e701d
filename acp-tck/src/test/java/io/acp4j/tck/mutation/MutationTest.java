package io.acp4j.tck.mutation;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.agent.AgentSuite;
import io.acp4j.tck.internal.agent.v2.V2Suite;
import io.acp4j.tck.reference.Faults;
import io.acp4j.tck.reference.ReferenceConnector;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The kit notices when a good agent's traffic is altered; what became of each rule is in {@code target/agent…mutations.txt}. */
@Tag("full")
class MutationTest {

    static Settings settings(Duration timeout) {
        return Settings.builder()
                .timeouts(timeout, timeout)
                .settle(Duration.ofMillis(40))
                .cwd(Path.of("/tmp").toAbsolutePath())
                .authMethod("login")
                .profiles("rfd", "acp4j")
                .isolated(true)
                .jobs(16)
                .build();
    }

    @Test
    void whateverIsAlteredInTheTrafficOfAGoodAgentIsNoticed() throws Exception {
        MutationRun run = new MutationRun(
                AgentSuite.create(),
                () -> new ReferenceConnector(new Faults()),
                MutationTest::settings,
                "agent-survivors.txt",
                "agent-mutations.txt");

        run.assertThatAlterationsAreNoticed(5_000);
    }

    @Test
    void whateverIsAlteredInTheTrafficOfAGoodAgentOfVersion2IsNoticed() throws Exception {
        MutationRun run = new MutationRun(
                V2Suite.of(2),
                () -> ReferenceConnector.ofV2(new Faults()),
                MutationTest::settings,
                "agent-v2-survivors.txt",
                "agent-v2-mutations.txt");

        run.assertThatAlterationsAreNoticed(3_000);
    }
}
