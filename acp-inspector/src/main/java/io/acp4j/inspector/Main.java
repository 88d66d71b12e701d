package io.acp4j.inspector;

import io.acp4j.inspector.drive.AgentSource;
import io.acp4j.inspector.headless.ConvertCommand;
import io.acp4j.inspector.headless.DiffCommand;
import io.acp4j.inspector.headless.ExportCommand;
import io.acp4j.inspector.headless.MatrixCommand;
import io.acp4j.inspector.headless.ReplayCommand;
import io.acp4j.inspector.headless.StatsCommand;
import io.acp4j.inspector.headless.ValidateCommand;
import io.acp4j.inspector.link.AgentAddress;
import io.acp4j.inspector.link.AgentOptions;
import io.acp4j.inspector.matrix.MatrixRun;
import io.acp4j.inspector.tap.TapMain;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.transport.stdio.AgentCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
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

/** The command line of the inspector: {@code inspector -- my-agent --acp}, or {@code inspector --ws URL}. */
@Command(
        name = "inspector",
        mixinStandardHelpOptions = true,
        version = "acp-inspector 0.1.0",
        customSynopsis = {
            "inspector [OPTION...] -- AGENT-COMMAND [ARG...]",
            "       inspector [OPTION...] --ws URL",
            "       inspector [OPTION...] --http URL",
            "       inspector COMMAND ... (inspector COMMAND --help tells more)"
        },
        subcommands = {
            OpenCommand.class,
            TapsCommand.class,
            ValidateCommand.class,
            StatsCommand.class,
            DiffCommand.class,
            ReplayCommand.class,
            MatrixCommand.class,
            ConvertCommand.class,
            ExportCommand.class
        },
        footer = "%nBetween an editor and its agent: inspector tap -- AGENT-COMMAND [ARG...]",
        description =
                "Shows a page that drives an ACP agent: its sessions and their forks, and every frame on the wire.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:The user ended it.", "1:The page could not be served.", "2:The arguments were wrong."})
public final class Main implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(Main.class);

    /** The command that is none of picocli's. */
    private static final String TAP = "tap";

    @Parameters(
            arity = "0..*",
            paramLabel = "AGENT-COMMAND",
            description = "The agent and its arguments; NAME=VALUE before it sets variables of its environment.")
    private List<String> command = new ArrayList<>();

    @Mixin
    private AgentOptions options = new AgentOptions();

    @Option(
            names = "--recording",
            paramLabel = "FILE",
            description = "A recording to show beside the agent, and to replay against it. May be repeated.")
    private List<Path> recordings = new ArrayList<>();

    @Option(
            names = "--other",
            paramLabel = "AGENT",
            description = "Another agent for the matrix: its command and arguments, separated by spaces, or its"
                    + " address (ws, wss, http, https), which needs no token. May be repeated.")
    private List<String> others = new ArrayList<>();

    @Option(
            names = "--protocol",
            paramLabel = "VERSION",
            description =
                    "The version of the protocol to ask for, 1 or 2; version 1 is gone on with where there is no 2."
                            + " Default: 1.")
    private int protocol = 1;

    @Option(names = "--cwd", paramLabel = "DIR", description = "Where sessions work. Default: here.")
    private Path cwd = Path.of("");

    @Option(names = "--port", paramLabel = "PORT", description = "The port of the page. Default: a free one.")
    private int port;

    @Option(names = "--no-browser", description = "Print the address, and open no browser.")
    private boolean noBrowser;

    @Spec
    private @Nullable CommandSpec spec;

    private Main() {}

    /**
     * Runs the inspector until the process is told to stop.
     *
     * @param args options, {@code --} and the command that starts the agent; {@code --help} tells more
     */
    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals(TAP)) {
            // At once, and with nothing that could print: an editor waits.
            TapMain.main(Arrays.asList(args).subList(1, args.length));
            return;
        }
        System.exit(commandLine().execute(args));
    }

    /** The commands and their options. */
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Arguments::misused);
        line.getSubcommands().values().forEach(command -> command.setStopAtPositional(false));
        // What follows an agent's command is the agent's; commands of ours have options wherever they like.
        line.getCommandSpec().parser().stopAtPositional(true);
        return line;
    }

    @Override
    public Integer call() throws InterruptedException {
        CommandLine line = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        if (!options.isOne(command)) {
            throw new ParameterException(
                    line, "Name one agent: -- and its command, or --ws or --http and its address.");
        }
        Arguments.checkPort(line, port);
        try (Inspector inspector = Inspector.start(source(line), recordings, others(line), port)) {
            CountDownLatch ended = Serving.begin(inspector, inspector.address(), line.getOut(), noBrowser);
            connect(inspector, line.getErr());
            ended.await();
            return 0;
        } catch (IOException e) {
            line.getErr().println(VisibleText.of(String.valueOf(e.getMessage())));
            return 1;
        }
    }

    private static void connect(Inspector inspector, PrintWriter err) {
        try {
            var unused = inspector.agent().connect().exceptionally(problem -> {
                LOG.debug("the agent is not connected", problem);
                return null; // The page shows why, and connects again.
            });
        } catch (RuntimeException e) {
            err.println(VisibleText.of(String.valueOf(e.getMessage())));
            err.flush();
        }
    }

    private AgentSource source(CommandLine line) {
        if (protocol != 1 && protocol != 2) {
            throw new ParameterException(line, "--protocol is 1 or 2, not " + protocol + ".");
        }
        ProtocolVersion version = protocol == 2 ? ProtocolVersion.V2 : ProtocolVersion.V1;
        Path directory = cwd.toAbsolutePath().normalize();
        URI uri = options.uri();
        if (uri != null) {
            AgentAddress address = address(line, uri);
            return new AgentSource(
                    address.name(),
                    directory,
                    errors -> address.connect(),
                    version,
                    // The kit shows no token to anybody.
                    address.token() == null ? forKit(options.option(), uri) : List.of());
        }
        // An agent that is elsewhere may have other directories.
        if (!Files.isDirectory(directory)) {
            throw new ParameterException(line, "--cwd: there is no directory " + directory + ".");
        }
        AgentCommand agent = agent(line);
        return new AgentSource(
                String.join(" ", agent.words()),
                directory,
                errors -> agent.transport()
                        .inheritEnvironment(options.inherited().toArray(new String[0]))
                        .onStderrLine(errors)
                        .launch(),
                version,
                forKit(agent));
    }

    private AgentCommand agent(CommandLine line) {
        AgentCommand agent;
        try {
            agent = AgentCommand.of(command);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, "After --: " + e.getMessage(), e);
        }
        List<String> names = new ArrayList<>(line.getSubcommands().keySet());
        names.add(TAP);
        String program = agent.words().get(0);
        String meant = agent.find() == null ? Arguments.meant(program, names) : null;
        if (meant != null) {
            throw new ParameterException(
                    line, "There is no program \"" + program + "\" on the PATH; did you mean " + meant + "?");
        }
        return agent;
    }

    private AgentAddress address(CommandLine line, URI uri) {
        try {
            return options.at(uri);
        } catch (IOException e) {
            throw new ParameterException(line, "--bearer-variable: " + e.getMessage() + ".", e);
        }
    }

    private List<MatrixRun.Agent> others(CommandLine line) {
        try {
            return others.stream().map(each -> other(each, options.trust())).toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, "--other: " + e.getMessage());
        }
    }

    /** An agent of the matrix, by its command or its address. */
    static MatrixRun.Agent other(String told, @Nullable Path trust) {
        String text = told.strip();
        if (AgentAddress.isAddress(text)) {
            AgentAddress address = new AgentAddress(URI.create(text), null, trust);
            return new MatrixRun.Agent(address.name(), errors -> address.connect());
        }
        AgentCommand agent = AgentCommand.of(List.of(text.split("\\s+")));
        // Its variables may be secret.
        return new MatrixRun.Agent(
                String.join(" ", agent.words()),
                errors -> agent.transport().onStderrLine(errors).launch());
    }

    /** Returns how the kit reaches the same agent, and whom it trusts. */
    private List<String> forKit(String how, URI uri) {
        List<String> told = new ArrayList<>(List.of(how, uri.toString()));
        Path trust = options.trust();
        if (trust != null) {
            told.addAll(List.of("--trust", trust.toAbsolutePath().toString()));
        }
        return told;
    }

    /** Returns how the kit starts the same agent, with the same variables. */
    private List<String> forKit(AgentCommand agent) {
        List<String> told = new ArrayList<>();
        Map<String, String> variables = new TreeMap<>();
        for (String name : options.inherited()) {
            String value = System.getenv(name);
            if (value != null) {
                variables.put(name, value);
            }
        }
        variables.putAll(agent.environment());
        variables.forEach((name, value) -> told.addAll(List.of("--env", name + "=" + value)));
        told.add("--");
        told.addAll(agent.words());
        return told;
    }
}
