package io.acp4j.cli.chat;

import io.acp4j.cli.agent.AgentOptions;
import io.acp4j.cli.agent.AgentTarget;
import io.acp4j.cli.agent.LaunchedAgent;
import io.acp4j.cli.chat.command.Commands;
import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.chat.screen.Screens;
import io.acp4j.cli.chat.screen.Style;
import io.acp4j.cli.chat.session.Chat;
import io.acp4j.cli.chat.session.PermissionDialog;
import io.acp4j.cli.chat.session.TerminalOutputView;
import io.acp4j.cli.sample.SampleAgent;
import io.acp4j.cli.usage.HelpOption;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.host.FileSystemService;
import io.acp4j.client.host.PermissionBroker;
import io.acp4j.client.host.TerminalService;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.process.PlatformEncoding;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.VisibleText;
import io.acp4j.rpc.record.WireRecorder;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.ProtocolVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A conversation with an agent in the terminal or in a pipe. Each line is a prompt, or a command that begins with a slash. */
@Command(
        name = "chat",
        customSynopsis = {
            "@|bold ${COMMAND-FULL-NAME}|@ [OPTION...]   (the built-in sample agent)",
            "       @|bold ${COMMAND-FULL-NAME}|@ [OPTION...] -- AGENT-COMMAND [ARG...]",
            "       @|bold ${COMMAND-FULL-NAME}|@ [OPTION...] --agent NAME",
            "       @|bold ${COMMAND-FULL-NAME}|@ [OPTION...] --ws URL | --http URL"
        },
        description = {
            "Starts a conversation with an agent in the terminal.",
            "Each line is a prompt, or a command that begins with a slash; /help lists the commands.",
            "In a pipe, the lines of the input are the prompts."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The user left, or the input ended.",
            "1:The agent could not be started, or was lost and not started again.",
            "2:The arguments were wrong.",
            "3:In a pipe: a prompt or a command failed, and the client continued."
        })
public final class ChatCommand implements Callable<Integer> {

    static final int LOST = 1;
    static final int FAILED = 3;
    private static final int MAX_NAME = 60;
    private static final long MAX_CHARACTERS = 64L * 1024 * 1024;

    @Parameters(
            arity = "0..*",
            paramLabel = "AGENT-COMMAND",
            description = "The agent and its arguments. NAME=VALUE before it sets a variable.")
    private final List<String> command = new ArrayList<>();

    @Mixin
    private final AgentOptions options = new AgentOptions();

    @Option(
            names = "--protocol",
            paramLabel = "1|2",
            description = "The newest protocol version to request; 2 is a draft. Default: 1.")
    private int protocol = 1;

    @Option(names = "--files", description = "Let the agent use files in its directory. You confirm each write.")
    private boolean files;

    @Option(names = "--commands", description = "Let the agent run commands. You confirm each one.")
    private boolean terminals;

    @Option(names = "--cwd", paramLabel = "DIR", description = "The directory of the agent. Default: the current one.")
    private Path cwd = Path.of("");

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "Record the messages as lines of JSON, without secrets.")
    private @Nullable Path record;

    @Option(
            names = "--history",
            paramLabel = "FILE",
            description = "The file that keeps the lines entered at a terminal.")
    private @Nullable Path history;

    @Mixin
    final HelpOption help = new HelpOption();

    @Spec
    private @Nullable CommandSpec spec;

    private final Commands commands = new Commands();
    private final @Nullable Screen given;

    /** Creates the command for the terminal of this process, for picocli. */
    public ChatCommand() {
        this(null);
    }

    ChatCommand(@Nullable Screen given) {
        this.given = given;
    }

    @Override
    public Integer call() throws IOException {
        CommandLine line = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        if (protocol != 1 && protocol != 2) {
            throw new ParameterException(line, "--protocol is 1 or 2.");
        }
        AgentTarget selected = options.find(line, command);
        AgentTarget agent = selected == null ? LaunchedAgent.sampleAgent() : selected;
        // An agent at an address may have other directories.
        if (agent instanceof LaunchedAgent && !Files.isDirectory(cwd)) {
            throw new ParameterException(line, "--cwd: there is no directory " + cwd + ".");
        }
        try {
            PlatformEncoding.ofThisSystem().requireText(cwd, "--cwd");
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, e.getMessage() + ".", e);
        }
        try (Screen screen = given == null ? Screens.ofThisProcess(history, commands::words) : given) {
            return record == null ? talk(agent, screen, null) : recorded(agent, screen, record);
        }
    }

    private int recorded(AgentTarget agent, Screen screen, Path file) throws IOException {
        try (WireRecorder recorder = WireRecorder.to(file)) {
            return talk(agent, screen, recorder);
        }
    }

    private int talk(AgentTarget agent, Screen screen, @Nullable WireRecorder recorder) throws IOException {
        ErrorOutput errors = new ErrorOutput();
        InputLoop loop = new InputLoop(screen, commands, errors);
        Chat chat = null;
        while (true) {
            boolean isConnected = false;
            try (AcpClient client = connect(agent, screen, open(agent, errors), recorder)) {
                isConnected = true;
                greet(client, agent, screen);
                chat = chat == null ? new Chat(client, screen, cwd.toAbsolutePath()) : chat.restarted(client);
                return loop.run(chat);
            } catch (AcpException e) {
                screen.line(String.valueOf(e.getMessage()), Style.RED);
                if (chat == null && !isConnected && !agent.equals(LaunchedAgent.sampleAgent())) {
                    String name = Objects.requireNonNull(spec).qualifiedName();
                    screen.line("To start the sample agent, run " + name + " without an agent.", Style.DIM);
                }
                if (chat == null || !new Confirmation(screen).restarts(agent instanceof LaunchedAgent)) {
                    return LOST;
                }
            }
        }
    }

    private static void greet(AcpClient client, AgentTarget agent, Screen screen) {
        Implementation info = client.agentInfo();
        screen.line("connected to " + VisibleText.line(info == null ? agent.name() : info.name()), Style.DIM);
        if (info != null && info.name().equals(SampleAgent.NAME)) {
            screen.line(SampleAgent.HINT, Style.DIM);
        }
    }

    private static Transport open(AgentTarget agent, ErrorOutput errors) {
        Transport transport = agent.open(errors::line);
        if (agent instanceof LaunchedAgent) {
            errors.readFrom(transport);
        }
        return transport;
    }

    private AcpClient connect(AgentTarget agent, Screen screen, Transport transport, @Nullable WireRecorder recorder) {
        AcpClientBuilder builder = AcpClient.builder(transport)
                .info("acp4j-console", "0.1.0")
                .protocolVersions(
                        new ProtocolVersion(protocol),
                        protocol == 1 ? new ProtocolVersion[0] : new ProtocolVersion[] {ProtocolVersion.V1})
                .transcripts(TranscriptOptions.builder().maxSize(MAX_CHARACTERS).build())
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
            builder.host(TerminalService.builder(command -> person.gives("Run " + command.commandLine() + "?"))
                    .observer(new TerminalOutputView(screen))
                    .build());
        }
        return connected(agent.name(), screen, builder.connectAsync());
    }

    private static AcpClient connected(String agent, Screen screen, CompletableFuture<AcpClient> connecting) {
        Screen.Work starting = screen.working("starting " + brief(agent), () -> connecting.cancel(true));
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

    private static String brief(String name) {
        return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME) + "…";
    }
}
