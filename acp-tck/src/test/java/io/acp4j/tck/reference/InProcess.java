package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.acp4j.tck.Settings;
import io.acp4j.tck.Subject;
import io.acp4j.tck.internal.agent.AgentSuite;
import io.acp4j.tck.internal.agent.v2.V2Suite;
import io.acp4j.tck.internal.catalogue.Pace;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.client.v2.ClientSuites;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import io.acp4j.tck.internal.run.Runner;
import io.acp4j.tck.internal.run.ScenarioRun;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.wire.Connector;
import io.acp4j.tck.internal.wire.Connectors;
import io.acp4j.tck.internal.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Certifies reference agents and clients within this JVM. */
final class InProcess {

    static final Suite SUITE = AgentSuite.create();

    static final Suite V2 = V2Suite.of(2);

    static final Suite CLIENT_SUITE = ClientSuites.of(1);

    static final Suite CLIENT_SUITE_OF_V2 = ClientSuites.of(2);

    private InProcess() {}

    /** Returns the suite of agents with other bodies of its scenarios. */
    static Suite withScenarios(Function<Scenario, Scenario.Body> bodies) {
        return new Suite(
                SUITE.side(),
                SUITE.protocol(),
                SUITE.catalogue(),
                SUITE.scenarios().stream()
                        .map(scenario -> new Scenario(scenario.name(), scenario.proves(), bodies.apply(scenario)))
                        .toList(),
                SUITE.monitors(),
                SUITE.basics(),
                SUITE.explorer());
    }

    static Settings settings(Duration timeout) {
        return Settings.builder()
                .timeouts(timeout, timeout)
                .settle(Duration.ofMillis(40))
                .cwd(Path.of("/tmp").toAbsolutePath())
                .jobs(16)
                .profiles("rfd", "acp4j")
                .build();
    }

    static Report certify(Faults faults, Settings settings) throws InterruptedException {
        return certify(new ReferenceConnector(faults), settings);
    }

    static Report certify(ReferenceConnector connector, Settings settings) throws InterruptedException {
        return certify(SUITE, connector, settings);
    }

    /** Certifies a reference agent that is reached by WebSocket. */
    static Report certifyOverWebSocket(Faults faults, Settings settings) throws InterruptedException {
        try (ReferenceEndpoint endpoint = new ReferenceEndpoint(faults)) {
            return certify(
                    SUITE, Connectors.to(Subject.webSocket(endpoint.uri()), settings.startupTimeout()), settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Certifies a reference agent that is reached over HTTP. */
    static Report certifyOverHttp(Faults faults, Settings settings) throws InterruptedException {
        try (ReferenceHttpEndpoint endpoint = new ReferenceHttpEndpoint(faults)) {
            return certify(SUITE, Connectors.to(endpoint.subject(), settings.startupTimeout()), settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Report certifyClient(Faults faults, Settings settings) throws InterruptedException {
        return certify(CLIENT_SUITE, new ReferenceClientConnector(faults, 1), settings);
    }

    /** Certifies a reference client that reaches the kit over HTTP, in a version of the protocol. */
    static Report certifyClientOverHttp(Faults faults, int version, Settings settings) throws InterruptedException {
        try {
            return certify(
                    version == 1 ? CLIENT_SUITE : CLIENT_SUITE_OF_V2,
                    new ReferenceHttpClientConnector(faults, version),
                    settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Certifies a reference client in version 2. */
    static Report certifyClientOfV2(Faults faults, Settings settings) throws InterruptedException {
        return certify(CLIENT_SUITE_OF_V2, new ReferenceClientConnector(faults, 2), settings);
    }

    /** Certifies a reference agent in version 2. */
    static Report certifyV2(ReferenceConnector connector, Settings settings) throws InterruptedException {
        return certify(V2, connector, settings);
    }

    /** Requires that no scenario ran with a subject that sends nothing, and that each requirement has the reason. */
    static void requireEarlyEnd(Report report, Suite suite) {
        assertThat(report.results()).hasSameSizeAs(suite.catalogue().all());
        assertThat(report.profile().trouble()).isNotBlank();
        assertThat(report.runs()).allMatch(run -> run.scenario().proves().isEmpty());
        assertThat(report.results())
                .filteredOn(Result::blocks)
                .isNotEmpty()
                .allSatisfy(result ->
                        assertThat(result.observed()).isEqualTo(report.profile().trouble()));
    }

    /** Certifies a peer by a suite. */
    static Report certify(Suite suite, Connector connector, Settings settings) throws InterruptedException {
        try (Runner runner = new Runner(suite, connector, settings, (run, finished, total) -> {})) {
            Instant started = Instant.now();
            Profile profile = runner.discover();
            List<ScenarioRun> runs = runner.runAll(profile);
            return runner.report(started, profile, runs, true, Set.of());
        }
    }

    /** Returns the profile of a subject that speaks over standard streams and responded to {@code initialize} with this result. */
    static Profile met(int version, String initialize) {
        return new Profile(
                Json.parse(initialize),
                MissingNode.getInstance(),
                null,
                true,
                true,
                false,
                null,
                null,
                null,
                Pace.UNKNOWN,
                version);
    }

    /** Returns the requirements with an outcome. */
    static List<String> with(Report report, Outcome outcome) {
        return report.results().stream()
                .filter(result -> result.outcome() == outcome)
                .map(Result::toString)
                .toList();
    }
}
