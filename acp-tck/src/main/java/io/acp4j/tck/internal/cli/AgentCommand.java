package io.acp4j.tck.internal.cli;

import io.acp4j.tck.Settings;
import io.acp4j.tck.Subject;
import io.acp4j.tck.internal.agent.AgentSuite;
import io.acp4j.tck.internal.catalogue.Catalogue;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.report.Reports;
import io.acp4j.tck.internal.report.TextReport;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Runner;
import io.acp4j.tck.internal.run.ScenarioRun;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.wire.Connector;
import io.acp4j.tck.internal.wire.Connectors;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Certifies an agent. */
@Command(
        name = "agent",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Certifies an agent. Exit code: 0 PASS, 1 FAIL, 2 wrong usage, 3 INCOMPLETE.")
final class AgentCommand implements Callable<Integer> {

    private static final int PROGRESS_WIDTH = 60;

    @Parameters(paramLabel = "COMMAND", description = "After --: the agent's program and its arguments.")
    private List<String> command = List.of();

    @Option(names = "--ws", paramLabel = "URL", description = "Connect to an agent's WebSocket endpoint instead.")
    private @Nullable URI webSocket;

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

    @Option(
            names = "--cancel-prompt",
            paramLabel = "TEXT",
            description = "What keeps an agent busy that does not know the prompt vocabulary.")
    private @Nullable String cancelPrompt;

    @Option(names = "--auth-method", paramLabel = "ID", description = "Authenticate by this method.")
    private @Nullable String authMethod;

    @Option(names = "--env", paramLabel = "NAME=VALUE", description = "Add to the agent's environment.")
    private Map<String, String> environment = Map.of();

    @Option(
            names = "--cwd",
            paramLabel = "DIRECTORY",
            description = "Working directory of the agent and of its sessions.")
    private @Nullable Path cwd;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Scenarios that run at a time. Default: the processors, at least 2")
    private @Nullable Integer jobs;

    @Option(
            names = "--report-dir",
            paramLabel = "DIRECTORY",
            defaultValue = "acp-tck-report",
            description = "Where report.json, report.xml, report.html and badge.json go. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path reportDirectory;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Suite suite = AgentSuite.create();
        checkIds(suite.catalogue(), only);
        checkIds(suite.catalogue(), skip);
        Settings settings;
        Connector connector;
        Set<String> expected;
        try {
            settings = settings();
            connector = Connectors.to(subject(), settings.startupTimeout());
            expected = expectedFailures == null ? Set.of() : ExpectedFailures.read(expectedFailures, suite.catalogue());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }

        Instant started = Instant.now();
        Runner runner = new Runner(suite, connector, settings, this::progress);
        Profile profile = runner.discover();
        List<ScenarioRun> runs = runner.runAll(profile);
        Report report = new Report(
                connector.describe(),
                started,
                Duration.between(started, Instant.now()).toMillis(),
                strict,
                profile,
                runner.sumUp(profile, runs),
                runs,
                expected);
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
                .withCancelPrompt(cancelPrompt)
                .withAuthMethod(authMethod)
                .withSelection(only, skip);
        settings = cwd == null ? settings : settings.withCwd(cwd.toAbsolutePath());
        return jobs == null ? settings : settings.withJobs(jobs);
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    private Subject subject() {
        if (webSocket != null) {
            if (!command.isEmpty()) {
                throw new IllegalArgumentException("Name a command or a WebSocket address, not both");
            }
            return Subject.webSocket(webSocket);
        }
        if (command.isEmpty()) {
            throw new IllegalArgumentException("Name the agent to certify: -- command and arguments, or --ws URL");
        }
        return new Subject.Command(command, environment, cwd);
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
