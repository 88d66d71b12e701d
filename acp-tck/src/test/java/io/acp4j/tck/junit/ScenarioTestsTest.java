package io.acp4j.tck.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.Subject;
import io.acp4j.tck.internal.agent.AgentSuite;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.wire.Connector;
import io.acp4j.tck.internal.wire.Connectors;
import io.acp4j.tck.reference.Faults;
import io.acp4j.tck.reference.ReferenceConnector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class ScenarioTestsTest {

    private static final Suite SUITE = AgentSuite.create();

    private static final Settings SETTINGS = Settings.builder()
            .timeouts(Duration.ofSeconds(30), Duration.ofSeconds(30))
            .cwd(Path.of("/tmp").toAbsolutePath())
            .authMethod("login")
            .build();

    private static final Settings FEW =
            SETTINGS.toBuilder().selection(Set.of("INIT", "RPC-001"), Set.of()).build();

    /** Runs the tests as JUnit does; what they failed with, by name, and "aborted" for those that were. */
    private static Map<String, String> results(Stream<DynamicTest> tests) {
        Map<String, String> results = new LinkedHashMap<>();
        try (tests) {
            tests.forEach(test -> results.put(test.getDisplayName(), result(test)));
        }
        return results;
    }

    private static String result(DynamicTest test) {
        try {
            test.getExecutable().execute();
            return "";
        } catch (TestAbortedException e) {
            return "aborted";
        } catch (Throwable e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static Map<String, String> certify(Connector connector, Settings settings, String... expectedFailures)
            throws InterruptedException {
        return results(new ScenarioTests(SUITE, settings, false, Set.of(expectedFailures)).of(connector));
    }

    @Test
    void anAgentThatDoesEverythingRightPasses() throws InterruptedException {
        assertThat(certify(new ReferenceConnector(new Faults()), FEW))
                .hasSizeGreaterThan(5)
                .containsEntry(ScenarioTests.SUBJECT, "")
                .containsEntry(ScenarioTests.VERDICT, "")
                .doesNotContainValue("aborted");
    }

    @Test
    void anAgentThatDoesNotExistFails() throws InterruptedException {
        Connector nothing = Connectors.to(Subject.command("/nonexistent/agent"), Duration.ofSeconds(30));

        assertThat(certify(nothing, SETTINGS).get(ScenarioTests.SUBJECT)).contains("cannot be reached");
    }

    @Test
    void anAgentThatNeedsAuthenticationFails() throws InterruptedException {
        Map<String, String> results = certify(
                new ReferenceConnector(new Faults().flag("auth-required")),
                FEW.toBuilder().authMethod(null).build());

        assertThat(results.get(ScenarioTests.SUBJECT)).contains("authentication");
    }

    @Test
    void whatCountsAndCouldNotBeTestedFails() throws InterruptedException {
        Faults refusing = new Faults()
                .error(
                        "session/load",
                        message -> message.at("/params/sessionId").asText().startsWith("sess-"),
                        -32603);

        Map<String, String> results = certify(
                new ReferenceConnector(refusing),
                SETTINGS.toBuilder().selection(Set.of("LOAD-006"), Set.of()).build());

        assertThat(results.get(ScenarioTests.VERDICT)).contains("not tested: LOAD-006");
    }

    @Test
    void whatCouldNotBeKeptIsNotPassed() throws InterruptedException {
        Settings little = SETTINGS.toBuilder()
                .selection(Set.of("PROMPT-014", "RPC-030"), Set.of())
                .jobs(16)
                .diskLimit(0)
                .build();

        Map<String, String> results = certify(new ReferenceConnector(new Faults()), little);

        assertThat(results.get(ScenarioTests.VERDICT)).contains("--disk-limit");
        assertThat(results).containsValue("aborted");
    }

    @Test
    void anExpectedFailureThatDoesNotHappenFailsAlsoWhereNoScenarioIsAboutIt() throws InterruptedException {
        assertThat(certify(new ReferenceConnector(new Faults()), FEW, "RPC-001").get(ScenarioTests.VERDICT))
                .contains("[RPC-001]");
    }

    @Test
    void anExpectedFailureThatIsNoRequirementFails() {
        DynamicTest test = ScenarioTests.ofExpectedFailures(Set.of("INIT-001", "INIT-OO2"), List.of(SUITE));

        assertThat(result(test)).contains("[INIT-OO2]");
        assertThat(result(ScenarioTests.ofExpectedFailures(Set.of("INIT-001"), List.of(SUITE))))
                .isEmpty();
    }
}
