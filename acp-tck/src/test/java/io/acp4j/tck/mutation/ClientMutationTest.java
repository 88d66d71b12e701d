package io.acp4j.tck.mutation;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.client.v2.ClientSuites;
import io.acp4j.tck.reference.Faults;
import io.acp4j.tck.reference.ReferenceClientConnector;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The kit notices when a good client's traffic is altered; what became of each rule is in {@code target/client…mutations.txt}. */
@Tag("full")
class ClientMutationTest {

    private static Settings settings(Duration timeout) {
        return Settings.builder()
                .timeouts(timeout, timeout)
                .settle(Duration.ofMillis(40))
                .cwd(Path.of("/tmp").toAbsolutePath())
                .profiles("rfd", "acp4j")
                .isolated(true)
                .jobs(16)
                .build();
    }

    @Test
    void whateverIsAlteredInTheTrafficOfAGoodClientIsNoticed() throws Exception {
        MutationRun run = new MutationRun(
                ClientSuites.of(1),
                () -> new ReferenceClientConnector(new Faults(), 1),
                ClientMutationTest::settings,
                "client-survivors.txt",
                "client-mutations.txt");

        run.assertThatAlterationsAreNoticed(1_500);
    }

    @Test
    void whateverIsAlteredInTheTrafficOfAGoodClientOfVersion2IsNoticed() throws Exception {
        MutationRun run = new MutationRun(
                ClientSuites.of(2),
                () -> new ReferenceClientConnector(new Faults(), 2),
                ClientMutationTest::settings,
                "client-v2-survivors.txt",
                "client-v2-mutations.txt");

        run.assertThatAlterationsAreNoticed(500);
    }
}
