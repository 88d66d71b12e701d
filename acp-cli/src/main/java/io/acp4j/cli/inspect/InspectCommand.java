package io.acp4j.cli.inspect;

import io.acp4j.cli.agent.AgentOptions;
import io.acp4j.cli.agent.AgentTarget;
import io.acp4j.cli.agent.LaunchedAgent;
import io.acp4j.cli.usage.HelpOption;
import io.acp4j.cli.usage.NameSuggestion;
import io.acp4j.cli.usage.UsageErrors;
import io.acp4j.inspector.Inspector;
import io.acp4j.inspector.drive.AgentSource;
import io.acp4j.inspector.matrix.MatrixRun;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.init.ProtocolVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Serves a page that drives an agent. */
@Command(
        name = "inspect",
        customSynopsis = {
            "@|bold ${COMMAND-FULL-NAME}|@ [OPTION...]   (the built-in sample agent)",
            "       @|bold ${COMMAND-FULL-NAME}|@ [OPTION...] -- AGENT-COMMAND [ARG...]",
            "       @|bold ${COMMAND-FULL-NAME}|@ [OPTION...] --agent NAME",
            "       @|bold ${COMMAND-FULL-NAME}|@ [OPTION...] --ws URL | --http URL"
        },
        description = {
            "Opens a page that drives an agent.",
            "The page shows the sessions of the agent, their forks, and every frame on the wire."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:The user ended it.", "1:The page could not be served.", "2:The arguments were wrong."})
public final class InspectCommand implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(InspectCommand.class);

    @Parameters(
            arity = "0..*",
            paramLabel = "AGENT-COMMAND",
            description = "The agent and its arguments. NAME=VALUE before it sets a variable.")
    private List<String> command = new ArrayList<>();

    @Mixin
    private AgentOptions options = new AgentOptions();

    @Option(
            names = "--recording",
            paramLabel = "FILE",
            description = "A recording to show and to replay. May be repeated.")
    private List<Path> recordings = new ArrayList<>();

    @Option(
            names = "--other",
            paramLabel = "AGENT",
            description = "For the matrix: a name, an address or a command. May be repeated.")
    private List<String> others = new ArrayList<>();

    @Option(
            names = "--protocol",
            paramLabel = "VERSION",
            description = "The protocol version to request; 2 falls back to 1. Default: 1.")
    private int protocol = 1;

    @Option(names = "--cwd", paramLabel = "DIR", description = "The directory of sessions. Default: the current one.")
    private Path cwd = Path.of("");

    @Option(names = "--port", paramLabel = "PORT", description = "The port of the page. Default: a free one.")
    private int port;

    @Option(names = "--no-browser", description = "Print the address without opening a browser.")
    private boolean noBrowser;

    @Mixin
    HelpOption help = new HelpOption();

    @Spec
    private @Nullable CommandSpec spec;

    /** Creates the command, for picocli. */
    public InspectCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        CommandLine line = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        UsageErrors.checkPort(line, port);
        AgentSource source = source(line);
        try (Inspector inspector = Inspector.start(source, recordings, others(line), port)) {
            CountDownLatch ended = PageServing.begin(inspector, inspector.address(), line.getOut(), noBrowser);
            connect(inspector, line);
            ended.await();
            return 0;
        } catch (IOException e) {
            line.getErr().println(VisibleText.of(String.valueOf(e.getMessage())));
            return 1;
        }
    }

    /** Connects once. If that fails, the page can connect again. */
    private static void connect(Inspector inspector, CommandLine line) {
        try {
            var unused = inspector.agent().connect().exceptionally(problem -> {
                LOG.debug("the agent is not connected", problem);
                print(problem.getCause() == null ? problem : problem.getCause(), inspector, line);
                return null;
            });
        } catch (RuntimeException e) {
            print(e, inspector, line);
        }
    }

    private static void print(Throwable failure, Inspector inspector, CommandLine line) {
        PrintWriter err = line.getErr();
        err.println(VisibleText.of(String.valueOf(failure.getMessage())));
        if (inspector.agent().source().sample() != null) {
            err.println("To start the sample agent, use the button in the page, or run "
                    + line.getCommandSpec().qualifiedName() + " without an agent.");
        }
        err.flush();
    }

    private AgentSource source(CommandLine line) {
        if (protocol != 1 && protocol != 2) {
            throw new ParameterException(line, "--protocol is 1 or 2, not " + protocol + ".");
        }
        Path directory = cwd.toAbsolutePath().normalize();
        AgentTarget selected = options.find(line, command);
        AgentTarget agent = selected == null ? LaunchedAgent.sampleAgent() : selected;
        if (agent instanceof LaunchedAgent launched) {
            // An agent at an address may have other directories.
            if (!Files.isDirectory(directory)) {
                throw new ParameterException(line, "--cwd: there is no directory " + directory + ".");
            }
            checkProgram(line, launched);
        }
        AgentSource source = source(agent, directory);
        return selected == null ? source : source.withSample(source(LaunchedAgent.sampleAgent(), directory));
    }

    private AgentSource source(AgentTarget agent, Path directory) {
        return new AgentSource(
                agent.name(),
                directory,
                agent::open,
                protocol == 2 ? ProtocolVersion.V2 : ProtocolVersion.V1,
                agent.kitArguments());
    }

    /** Reports a missing program that resembles a command of this program. */
    private static void checkProgram(CommandLine line, LaunchedAgent agent) {
        String program = agent.command().words().get(0);
        CommandLine root = line.getParent();
        Set<String> names = root == null ? Set.of() : root.getSubcommands().keySet();
        String similar = agent.command().find() == null ? NameSuggestion.closest(program, names) : null;
        if (similar != null) {
            throw new ParameterException(
                    line,
                    "There is no program \"" + program + "\" on the PATH; did you mean "
                            + Objects.requireNonNull(root).getCommandName() + " " + similar + "?");
        }
    }

    private List<MatrixRun.Agent> others(CommandLine line) {
        return others.stream()
                .map(each -> options.other(line, each))
                .map(agent -> new MatrixRun.Agent(agent.name(), agent::open))
                .toList();
    }
}
