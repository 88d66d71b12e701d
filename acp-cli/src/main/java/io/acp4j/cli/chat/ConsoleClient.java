package io.acp4j.cli.chat;

import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.host.FileSystemService;
import io.acp4j.client.host.PermissionBroker;
import io.acp4j.client.host.TerminalService;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.cli.chat.session.Chat;
import io.acp4j.cli.chat.session.PermissionDialog;
import io.acp4j.cli.chat.command.Commands;
import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.chat.screen.Screens;
import io.acp4j.cli.chat.screen.Style;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.VisibleText;
import io.acp4j.rpc.record.WireRecorder;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.ProtocolVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Talks to any agent: {@code console-client -- my-agent --acp}, or to one that is elsewhere, {@code console-client --ws URL} and
 * {@code --http URL}. Each line is a prompt, or a command that begins with a slash.
 */
@Command(
        name = "console-client",
        mixinStandardHelpOptions = true,
        version = "console-client 0.1.0",
        customSynopsis = {
            "console-client [OPTION...] -- AGENT-COMMAND [ARG...]",
            "       console-client [OPTION...] --ws URL",
            "       console-client [OPTION...] --http URL"
        },
        description = "Talks to any ACP agent. Each line is a prompt; /help shows the commands.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The person left, or the input ended.",
            "1:The agent could not be started, or was lost.",
            "2:The arguments were wrong.",
            "3:In a pipe: a prompt or a command failed, and the rest went on."
        })
public final class ConsoleClient implements Callable<Integer> {

    static final int LOST = 1;
    static final int FAILED = 3;
    private static final long MAX_CHARACTERS = 64L * 1024 * 1024;

    @Mixin
    private final AgentOptions agent = new AgentOptions();

    @Option(
            names = "--files",
            description =
                    "Let the agent read and write files below its directory; you are asked before each is written.")
    private boolean files;

    @Option(names = "--commands", description = "Let the agent run commands; you are asked before each.")
    private boolean terminals;

    @Option(names = "--cwd", paramLabel = "DIR", description = "Where the agent works. Default: here.")
    private Path cwd = Path.of("");

    @Option(names = "--record", paramLabel = "FILE", description = "Write what goes over the wire as lines of JSON.")
    private @Nullable Path record;

    @Option(names = "--history", paramLabel = "FILE", description = "Keep the lines entered at a terminal.")
    private @Nullable Path history;

    @Spec
    private @Nullable CommandSpec spec;

    private final Commands commands = new Commands();
    private final @Nullable Screen given;

    ConsoleClient(@Nullable Screen given) {
        this.given = given;
    }

    /**
     * Runs the client.
     *
     * @param args options, {@code --} and the command that starts the agent; {@code --help} tells more
     */
    public static void main(String[] args) {
        System.exit(run(null, args));
    }

    /** Runs on a screen, or on that of this process; gives the exit code. */
    static int run(@Nullable Screen screen, String... args) {
        return commandLine(screen).execute(args);
    }

    /** Returns the command line for a screen, or for that of this process. */
    static CommandLine commandLine(@Nullable Screen screen) {
        return new CommandLine(new ConsoleClient(screen))
                .setStopAtPositional(true)
                .setParameterExceptionHandler(ConsoleClient::misused);
    }

    /** Prints in a line what is wrong, and below it where to read more; returns the exit code. */
    private static int misused(ParameterException wrong, String... args) {
        CommandLine line = wrong.getCommandLine();
        PrintWriter err = line.getErr();
        err.println(line.getColorScheme().errorText(wrong.getMessage()));
        UnmatchedArgumentException.printSuggestions(wrong, err);
        err.println(line.getCommandName() + " --help tells more.");
        err.flush();
        return line.getCommandSpec().exitCodeOnInvalidInput();
    }

    @Override
    public Integer call() throws IOException {
        if (!agent.areClear()) {
            throw misused("Name one agent: -- and its command, or --ws or --http and its address.");
        }
        if (!agent.areSpoken()) {
            throw misused("--protocol is 1 or 2.");
        }
        String lack = agent.lacks();
        if (lack != null) {
            throw misused(lack);
        }
        // An agent that is elsewhere may have other directories.
        if (agent.areOfACommand() && !Files.isDirectory(cwd)) {
            throw misused("--cwd: there is no directory " + cwd + ".");
        }
        try (Screen screen = given == null ? Screens.ofThisProcess(history, commands::words) : given) {
            return record == null ? talk(screen, null) : recorded(screen, record);
        }
    }

    private ParameterException misused(String why) {
        return new ParameterException(
                Objects.requireNonNull(spec, "picocli sets it").commandLine(), why);
    }

    private int recorded(Screen screen, Path file) throws IOException {
        try (WireRecorder recorder = WireRecorder.to(file)) {
            return talk(screen, recorder);
        }
    }

    private int talk(Screen screen, @Nullable WireRecorder recorder) throws IOException {
        ErrorOutput errors = new ErrorOutput();
        try (AcpClient client = connect(screen, open(errors), recorder)) {
            Implementation info = client.agentInfo();
            screen.line("connected to " + VisibleText.line(info == null ? agent.name() : info.name()), Style.DIM);
            return new Talk(screen, commands, errors).run(new Chat(client, screen, cwd.toAbsolutePath()));
        } catch (AcpException e) {
            screen.line(String.valueOf(e.getMessage()), Style.RED);
            return LOST;
        }
    }

    private Transport open(ErrorOutput errors) {
        try {
            Transport transport = agent.open(errors::line);
            if (agent.areOfACommand()) {
                errors.readFrom(transport);
            }
            return transport;
        } catch (IllegalArgumentException e) {
            throw misused(agent.areOfACommand() ? "After --: " + e.getMessage() : agent.misaddressed(e));
        }
    }

    private AcpClient connect(Screen screen, Transport transport, @Nullable WireRecorder recorder) {
        List<ProtocolVersion> versions = agent.versions();
        AcpClientBuilder builder = AcpClient.builder(transport)
                .info("acp4j-console", "0.1.0")
                .protocolVersions(
                        versions.get(0), versions.subList(1, versions.size()).toArray(ProtocolVersion[]::new))
                .transcripts(TranscriptOptions.KEEP_ALL.withMaxSize(MAX_CHARACTERS))
                .host(PermissionBroker.asking(new PermissionDialog(screen)));
        if (recorder != null) {
            builder.options(ConnectionOptions.builder().listener(recorder).build());
        }
        Confirmation person = new Confirmation(screen);
        if (files) {
            builder.host(FileSystemService.readWrite((file, content) ->
                    person.gives("Write " + file.requested() + ", " + content.length() + " characters?")));
        }
        if (terminals) {
            builder.host(TerminalService.of(
                    command -> person.gives("Run " + Confirmation.commandLine(command.words()) + "?")));
        }
        return connected(screen, builder.connectAsync());
    }

    private AcpClient connected(Screen screen, CompletableFuture<AcpClient> connecting) {
        Screen.Work starting = screen.working("starting " + agent.name(), () -> connecting.cancel(true));
        try {
            return connecting.join();
        } catch (CancellationException e) {
            throw new AcpException("stopped before the agent had answered", e);
        } catch (CompletionException e) {
            if (e.getCause() instanceof AcpException failure) {
                throw failure;
            }
            throw e;
        } finally {
            starting.close();
        }
    }
}
