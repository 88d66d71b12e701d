package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Agents that use any combination of the permissions of the protocol text fail no requirement. The name of each test contains the seed and
 * the permissions; {@code -Dtck.seed=N} repeats the combination of a seed, {@code -Dtck.seeds=N} sets the number of combinations in the full build.
 */
@Execution(ExecutionMode.CONCURRENT)
class CorrectAgentTest {

    private static final int FEW = 5;
    private static final int MANY = Integer.getInteger("tck.seeds", 25);

    /** Permissions that cannot be used together, or of which one makes the other invisible. */
    private static final List<List<ProtocolLiberty>> EXCLUSIVE = List.of(
            List.of(ProtocolLiberty.NO_MESSAGE_IDS, ProtocolLiberty.NULL_MESSAGE_IDS),
            List.of(ProtocolLiberty.LOAD_OF_CLOSED_SESSIONS_ONLY, ProtocolLiberty.NO_REPLAY_OF_OPEN_SESSIONS),
            List.of(ProtocolLiberty.SMALL_AGENT, ProtocolLiberty.NO_VOCABULARY),
            // Refusing a prompt because of work that no prompt has begun is an error.
            List.of(ProtocolLiberty.SMALL_AGENT, ProtocolLiberty.WORK_WITHOUT_A_PROMPT));

    /** A million characters for each agent would be most of the cost of this test. */
    private static final List<String> LARGE = List.of("RPC-030", "PROMPT-014", "V2-PROMPT-024");

    private static final Settings SETTINGS = InProcess.settings(Duration.ofSeconds(60)).toBuilder()
            .authMethod("login")
            .selection(List.of(), LARGE)
            .build();

    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicTest> correctAgentFailsNoRequirement() {
        Long seed = Long.getLong("tck.seed");
        return seed == null ? combinations(1, FEW) : combinations(seed, 1);
    }

    @TestFactory
    @Tag("full")
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicTest> correctAgentOfManyFailsNoRequirement() {
        return combinations(FEW + 1, MANY);
    }

    @TestFactory
    @Tag("full")
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicTest> agentWithOnePermissionFailsNoRequirement() {
        return IntStream.of(1, 2)
                .boxed()
                .flatMap(version -> ProtocolLiberty.of(version).stream()
                        .map(permission -> test(version, "alone", List.of(permission))));
    }

    private static Stream<DynamicTest> combinations(long first, int count) {
        return IntStream.range(0, count)
                .boxed()
                .flatMap(i -> Stream.of(1, 2).map(version -> {
                    long seed = first + i;
                    return test(version, "seed " + seed, permissions(version, new Random(seed)));
                }));
    }

    private static DynamicTest test(int version, String name, List<ProtocolLiberty> permissions) {
        return DynamicTest.dynamicTest(
                "version " + version + ", " + name + ": " + permissions, () -> passes(version, permissions));
    }

    private static List<ProtocolLiberty> permissions(int version, Random random) {
        List<ProtocolLiberty> all = new ArrayList<>(ProtocolLiberty.of(version));
        Collections.shuffle(all, random);
        List<ProtocolLiberty> used = new ArrayList<>();
        int count = 2 + random.nextInt(all.size() / 2);
        for (ProtocolLiberty permission : all) {
            if (used.size() < count
                    && EXCLUSIVE.stream()
                            .noneMatch(pair ->
                                    pair.contains(permission) && pair.stream().anyMatch(used::contains))) {
                used.add(permission);
            }
        }
        return new ArrayList<>(new TreeSet<>(used));
    }

    private static void passes(int version, List<ProtocolLiberty> permissions) throws InterruptedException {
        Faults agent = new Faults();
        permissions.forEach(permission -> permission.use(agent));
        Settings settings = permissions.contains(ProtocolLiberty.SMALL_AGENT)
                        || permissions.contains(ProtocolLiberty.NO_VOCABULARY)
                ? SETTINGS.toBuilder()
                        .cancelPrompt(permissions.contains(ProtocolLiberty.SMALL_AGENT) ? "Take your time" : null)
                        .build()
                : SETTINGS;

        Report report = version == 1
                ? InProcess.certify(agent, settings)
                : InProcess.certifyV2(ReferenceConnector.ofV2(agent), settings);

        assertThat(report.profile().firstTrouble()).isNull();
        assertThat(report.results())
                .filteredOn(result -> result.outcome() == Outcome.FAIL && !mayFail(result, permissions))
                .as("failures of an agent that uses %s", permissions)
                .isEmpty();
        assertThat(report.results())
                .filteredOn(Result::blocks)
                .extracting(Result::observed)
                .as("reasons for an incomplete verdict on an agent that uses %s", permissions)
                .noneMatch(reason -> reason.contains("There is a session on this connection already"));
        assertThat(InProcess.with(report, Outcome.PASS)).hasSizeGreaterThan(80);
    }

    private static boolean mayFail(Result result, List<ProtocolLiberty> permissions) {
        return result.requirement().level() == Level.OBSERVED
                || permissions.stream()
                        .anyMatch(permission -> permission
                                .recommendations()
                                .contains(result.requirement().id()));
    }
}
