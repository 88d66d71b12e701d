package io.acp4j.tck.junit;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.wire.Connector;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** What the tests of agents and of clients can be told. */
abstract class ConformanceTest {

    /**
     * Returns how to go about it.
     *
     * @return the defaults, unless overridden
     */
    protected Settings settings() {
        return Settings.defaults();
    }

    /**
     * Returns the IDs of requirements that are known to fail; they fail no test. An ID that passes, or that no requirement has, fails a
     * separate test.
     *
     * @return their ids, none unless overridden
     */
    protected Set<String> expectedFailures() {
        return Set.of();
    }

    /**
     * Returns whether recommendations count like demands.
     *
     * @return false unless overridden: what the specification only recommends fails no test
     */
    protected boolean strict() {
        return false;
    }

    /**
     * Returns the versions of the protocol to certify in. A client that is started finds its version in the variable {@code
     * ACP_TCK_PROTOCOL}.
     *
     * @return 1 unless overridden; 2 is possible, and both
     */
    protected List<Integer> protocols() {
        return List.of(1);
    }

    Stream<DynamicTest> conforms(IntFunction<Suite> suites, BiFunction<Settings, Integer, Connector> connectors)
            throws InterruptedException {
        Settings settings = settings();
        Stream<DynamicTest> tests = Stream.of(
                ScenarioTests.ofExpectedFailures(expectedFailures(), List.of(suites.apply(1), suites.apply(2))));
        for (int protocol : protocols()) {
            tests = Stream.concat(
                    tests,
                    new ScenarioTests(suites.apply(protocol), settings, strict(), expectedFailures())
                            .of(connectors.apply(settings, protocol)));
        }
        return tests;
    }
}
