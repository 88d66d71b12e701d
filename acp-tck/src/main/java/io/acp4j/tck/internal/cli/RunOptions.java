package io.acp4j.tck.internal.cli;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.ForkScenario;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.report.Reports;
import io.acp4j.tck.internal.report.ScenarioLine;
import io.acp4j.tck.internal.report.SelectionHint;
import io.acp4j.tck.internal.report.TextReport;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Runner;
import io.acp4j.tck.internal.run.ScenarioRun;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.run.Verdict;
import io.acp4j.tck.internal.shape.MessageShapes;
import io.acp4j.tck.internal.wire.Connector;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What every certification can be told, and the run itself. */
final class RunOptions {

    private static final int PROGRESS_WIDTH = 60;
    private static final long MEGABYTE = 1024L * 1024;

    @Option(
            names = "--profile",
            split = ",",
            paramLabel = "NAME",
            description = "Also judge by rfd (all proposals) or acp4j (this project).")
    private Set<String> profiles = Set.of();

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "ID",
            description = "Test only these ids, areas (FORK) or patterns (CLI-FS-*).")
    private Set<String> only = Set.of();

    @Option(names = "--skip", split = ",", paramLabel = "ID", description = "Skip these requirements.")
    private Set<String> skip = Set.of();

    @Option(names = "--strict", description = "Treat SHOULD as MUST.")
    private boolean strict;

    @Option(
            names = "--expected-failures",
            paramLabel = "FILE",
            description = "File with the ids of requirements that are known to fail.")
    private @Nullable Path expectedFailures;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "Maximum silence while a response is due. Default: ${DEFAULT-VALUE}")
    private double timeout;

    @Option(
            names = "--startup-timeout",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "Maximum silence before the response to initialize. Default: ${DEFAULT-VALUE}")
    private double startupTimeout;

    @Option(
            names = "--protocol",
            paramLabel = "VERSION",
            defaultValue = "1",
            description = "Version of the protocol to certify: 1, 2 or both. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String protocol;

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description = "Set a variable of the subject's environment. May be repeated.")
    private Map<String, String> environment = Map.of();

    @Option(
            names = "--cwd",
            paramLabel = "DIRECTORY",
            description = "Working directory of the subject and of its sessions.")
    private @Nullable Path cwd;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Number of concurrent scenarios. Default: processors, at least 2")
    private @Nullable Integer jobs;

    @Option(
            names = "--disk-limit",
            paramLabel = "MB",
            defaultValue = "256",
            description = "Maximum size of the temporary file of a scenario. Default: ${DEFAULT-VALUE}")
    private long diskLimit;

    @Option(names = "--isolate", description = "Use a separate process or connection for each scenario.")
    private boolean isolated;

    @Option(
            names = "--progress",
            paramLabel = "MODE",
            defaultValue = "auto",
            description = "auto (one line), plain (a line per scenario), none. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ProgressMode progress;

    @Option(
            names = "--report-dir",
            paramLabel = "DIRECTORY",
            defaultValue = "acp-tck-report",
            description = "Directory of the reports. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path reportDirectory;

    @Option(names = "--all-evidence", description = "Include the messages of every scenario in report.json.")
    private boolean allEvidence;

    @Option(
            names = "--schema",
            paramLabel = "DIRECTORY",
            description = "Directory of the official schema to validate messages against.")
    private @Nullable Path schema;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private Collection<ForkScenario> scenarios = List.of();

    /** Runs only these scenarios, each with one line of output. */
    void name(Collection<ForkScenario> named) {
        if (!named.isEmpty() && !(only.isEmpty() && skip.isEmpty() && profiles.isEmpty())) {
            throw new ParameterException(
                    spec.commandLine(), "--scenario cannot be combined with --only, --skip and --profile");
        }
        scenarios = named;
        only = named.isEmpty()
                ? only
                : named.stream().flatMap(each -> each.requirements().stream()).collect(Collectors.toSet());
    }

    Map<String, String> environment() {
        return environment;
    }

    @Nullable
    Path directory() {
        return cwd;
    }

    private long diskLimitInBytes() {
        if (diskLimit < 0 || diskLimit > Long.MAX_VALUE / MEGABYTE) {
            throw new IllegalArgumentException("--disk-limit is from 0 to " + Long.MAX_VALUE / MEGABYTE + " MB");
        }
        return diskLimit * MEGABYTE;
    }

    /** Returns the versions to certify. */
    private List<Integer> versions() {
        return switch (protocol.toLowerCase(Locale.ROOT)) {
            case "1" -> List.of(1);
            case "2" -> List.of(2);
            case "both" -> List.of(1, 2);
            default ->
                throw new ParameterException(
                        spec.commandLine(), "Versions of the protocol are 1, 2 and both, not " + protocol);
        };
    }

    /** Returns what messages of a version are compared with. */
    private MessageShapes shapes(int version) {
        try {
            return schema == null ? MessageShapes.own(version) : MessageShapes.in(schema, version);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    /** Certifies what a connector leads to in each version that was asked for; gives the exit code of the worst verdict. */
    int run(
            Function<MessageShapes, Suite> suites,
            UnaryOperator<Settings.Builder> more,
            BiFunction<Settings, Integer, Connector> connectorFor)
            throws IOException {
        List<Suite> chosen;
        try {
            chosen = versions().stream().map(this::shapes).map(suites).toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
        if (scenarios.isEmpty()) {
            checkIds(chosen, only);
        }
        checkIds(chosen, skip);
        Verdict worst = Verdict.PASS;
        for (Suite suite : chosen) {
            Path directory =
                    chosen.size() == 1 ? reportDirectory : reportDirectory.resolve("version-" + suite.protocol());
            worst = worst.orWorse(run(suite, chosen, more, connectorFor, directory));
        }
        return worst.exitCode();
    }

    private Verdict run(
            Suite suite,
            List<Suite> chosen,
            UnaryOperator<Settings.Builder> more,
            BiFunction<Settings, Integer, Connector> connectorFor,
            Path directory)
            throws IOException {
        Settings settings;
        Connector connector;
        Set<String> expected;
        try {
            settings = more.apply(settings()).build();
            expected = expectedFailures == null
                    ? Set.of()
                    : ExpectedFailures.read(
                            expectedFailures,
                            suite.catalogue(),
                            chosen.stream().map(Suite::catalogue).toList());
            // Last, as it may hold a port.
            connector = connectorFor.apply(settings, suite.protocol());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        } catch (UncheckedIOException e) {
            Throwable cause = e.getCause();
            throw new ParameterException(
                    spec.commandLine(), String.valueOf(cause == null ? e.getMessage() : cause.getMessage()), e);
        }

        EarlyEnd end = new EarlyEnd();
        try {
            return run(suite, settings, connector, expected, directory);
        } finally {
            end.close();
        }
    }

    private Verdict run(Suite suite, Settings settings, Connector connector, Set<String> expected, Path directory)
            throws IOException {
        Instant started = Instant.now();
        Report report;
        try (Runner runner = new Runner(suite, connector, settings, this::progress)) {
            if (allEvidence) {
                runner.keepingAllEvidence();
            }
            Profile profile = runner.discover();
            List<ScenarioRun> runs = runner.runAll(profile);
            report = runner.report(started, profile, runs, strict, expected);
        }
        Reports.write(report, directory, allEvidence);
        progressLine("");
        PrintWriter out = spec.commandLine().getOut();
        Verdict verdict;
        if (scenarios.isEmpty()) {
            TextReport.print(report, out);
            SelectionHint.of(report, settings).forEach(out::println);
            verdict = report.verdict();
        } else {
            verdict = ScenarioLine.print(report, scenarios, out);
        }
        out.println("Reports: " + directory.toAbsolutePath());
        report.results().stream()
                .filter(report::fails)
                .findFirst()
                .ifPresent(result -> out.println("The messages that show each failure are in report.html there; `"
                        + spec.root().name() + " explain "
                        + result.requirement().id() + "` describes the check."));
        out.flush();
        return verdict;
    }

    private Settings.Builder settings() {
        Settings.Builder settings = Settings.builder()
                .timeouts(seconds(timeout), seconds(startupTimeout))
                .profiles(profiles.stream()
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .toArray(String[]::new))
                .selection(only, skip)
                .isolated(isolated)
                .diskLimit(diskLimitInBytes());
        settings = cwd == null ? settings : settings.cwd(cwd.toAbsolutePath());
        return jobs == null ? settings : settings.jobs(jobs);
    }

    static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    private void checkIds(List<Suite> suites, Set<String> ids) {
        for (String id : ids) {
            if (suites.stream()
                    .flatMap(suite -> suite.catalogue().all().stream())
                    .noneMatch(each -> Settings.names(id, each.id()))) {
                throw new ParameterException(
                        spec.commandLine(), "There is no requirement " + id + "; `list` shows all");
            }
        }
    }

    private void progress(ScenarioRun run, int finished, int total) {
        if (progress == ProgressMode.PLAIN) {
            PrintWriter err = spec.commandLine().getErr();
            err.printf(
                    Locale.ROOT,
                    "%d/%d %s %s (%d ms)%n",
                    finished,
                    total,
                    run.failed() ? "FAIL" : "ok  ",
                    run.scenario().name(),
                    run.millis());
            err.flush();
        }
        progressLine(finished + "/" + total + " " + run.scenario().name());
    }

    private void progressLine(String text) {
        if (progress != ProgressMode.AUTO || !CommandLine.Help.Ansi.AUTO.enabled()) {
            return;
        }
        PrintWriter err = spec.commandLine().getErr();
        err.print("\r" + " ".repeat(PROGRESS_WIDTH) + "\r" + text);
        err.flush();
    }
}
