package io.acp4j.tck.internal.cli;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Catalogue;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.report.Reports;
import io.acp4j.tck.internal.report.TextReport;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Runner;
import io.acp4j.tck.internal.run.ScenarioRun;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.wire.Connector;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What every certification can be told, and the run itself. */
final class RunOptions {

    private static final int PROGRESS_WIDTH = 60;

    @Option(names = "--only", split = ",", paramLabel = "ID", description = "Test these requirements only.")
    private Set<String> only = Set.of();

    @Option(names = "--skip", split = ",", paramLabel = "ID", description = "Leave these requirements out.")
    private Set<String> skip = Set.of();

    @Option(names = "--strict", description = "Let SHOULD count like MUST.")
    private boolean strict;

    @Option(
            names = "--expected-failures",
            paramLabel = "FILE",
            description = "Ids that are known to fail, one a line; those that do not fail make the verdict FAIL, too.")
    private @Nullable Path expectedFailures;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "20",
            description = "Longest time for one scenario. Default: ${DEFAULT-VALUE}")
    private double timeout;

    @Option(
            names = "--startup-timeout",
            paramLabel = "SECONDS",
            defaultValue = "15",
            description = "Longest time from the start to the answer to initialize. Default: ${DEFAULT-VALUE}")
    private double startupTimeout;

    @Option(names = "--env", paramLabel = "NAME=VALUE", description = "Add to the subject's environment.")
    private Map<String, String> environment = Map.of();

    @Option(
            names = "--cwd",
            paramLabel = "DIRECTORY",
            description = "Working directory of the subject and of its sessions.")
    private @Nullable Path cwd;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Scenarios that run at a time. Default: the processors, at least 2")
    private @Nullable Integer jobs;

    @Option(
            names = "--isolate",
            description = "Give each scenario a process or connection of its own, which takes longer.")
    private boolean isolated;

    @Option(
            names = "--report-dir",
            paramLabel = "DIRECTORY",
            defaultValue = "acp-tck-report",
            description = "Where report.json, report.xml, report.html and badge.json go. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path reportDirectory;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    Map<String, String> environment() {
        return environment;
    }

    @Nullable
    Path directory() {
        return cwd;
    }

    /** Certifies what a connector leads to and reports it; gives the exit code. */
    int run(Suite suite, UnaryOperator<Settings> more, Function<Settings, Connector> connectorFor)
            throws IOException, InterruptedException {
        checkIds(suite.catalogue(), only);
        checkIds(suite.catalogue(), skip);
        Settings settings;
        Connector connector;
        Set<String> expected;
        try {
            settings = more.apply(settings());
            connector = connectorFor.apply(settings);
            expected = expectedFailures == null ? Set.of() : ExpectedFailures.read(expectedFailures, suite.catalogue());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }

        Instant started = Instant.now();
        Report report;
        try (Runner runner = new Runner(suite, connector, settings, this::progress)) {
            Profile profile = runner.discover();
            List<ScenarioRun> runs = runner.runAll(profile);
            report = new Report(
                    suite.side(),
                    connector.describe(),
                    started,
                    Duration.between(started, Instant.now()).toMillis(),
                    strict,
                    profile,
                    runner.sumUp(profile, runs),
                    runs,
                    expected);
        }
        Reports.write(report, reportDirectory);
        progressLine("");
        PrintWriter out = spec.commandLine().getOut();
        TextReport.print(report, out);
        out.println("Reports: " + reportDirectory.toAbsolutePath());
        out.flush();
        return report.verdict().exitCode();
    }

    private Settings settings() {
        Settings settings = Settings.defaults()
                .withTimeouts(seconds(timeout), seconds(startupTimeout))
                .withSelection(only, skip)
                .withIsolated(isolated);
        settings = cwd == null ? settings : settings.withCwd(cwd.toAbsolutePath());
        return jobs == null ? settings : settings.withJobs(jobs);
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    private void checkIds(Catalogue catalogue, Set<String> ids) {
        for (String id : ids) {
            if (catalogue.find(id).isEmpty()) {
                throw new ParameterException(
                        spec.commandLine(), "There is no requirement " + id + "; `list` shows all");
            }
        }
    }

    private void progress(ScenarioRun run, int finished, int total) {
        progressLine(finished + "/" + total + " " + run.scenario().name());
    }

    private void progressLine(String text) {
        if (!CommandLine.Help.Ansi.AUTO.enabled()) {
            return;
        }
        PrintWriter err = spec.commandLine().getErr();
        err.print("\r" + " ".repeat(PROGRESS_WIDTH) + "\r" + text);
        err.flush();
    }
}
