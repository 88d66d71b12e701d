package io.acp4j.cli.sample;

import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.cli.usage.HelpOption;
import io.acp4j.cli.usage.UsageErrors;
import io.acp4j.transport.http.HttpServer;
import io.acp4j.transport.stdio.StdioTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the sample agent. */
@Command(
        name = "sample-agent",
        description = "Serves an agent without a model over standard input and output, or over HTTP.",
        footer = {
            "",
            "Without --directory the sessions are kept in $XDG_STATE_HOME/acp/sample-agent,",
            "or in ~/.local/state/acp/sample-agent if the variable is not set."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The client has disconnected.",
            "1:The sessions or the port could not be opened, or a client has sent /crash.",
            "2:The arguments were wrong."
        })
public final class SampleAgentCommand implements Callable<Integer> {

    @Option(names = "--directory", paramLabel = "DIR", description = "The directory that keeps the sessions.")
    private @Nullable Path directory;

    @Option(
            names = "--temporary",
            description = "Keep the sessions in a temporary directory, which is deleted at the end.")
    private boolean temporary;

    @Option(names = "--no-pacing", description = "Send answers without pauses.")
    private boolean unpaced;

    @Option(
            names = "--http",
            description = "Serve Streamable HTTP and WebSocket on this machine, and print the address.")
    private boolean http;

    @Option(names = "--port", paramLabel = "PORT", description = "The port for --http. Default: a free one.")
    private int port;

    @Mixin
    HelpOption help = new HelpOption();

    @Spec
    private @Nullable CommandSpec spec;

    /** Creates the command, for picocli. */
    public SampleAgentCommand() {}

    @Override
    public Integer call() throws InterruptedException, IOException {
        CommandSpec own = Objects.requireNonNull(spec, "picocli sets it");
        if (temporary && directory != null) {
            throw new ParameterException(own.commandLine(), "Specify --directory or --temporary, not both.");
        }
        UsageErrors.checkPort(own.commandLine(), port);
        if (!temporary) {
            return serve(
                    directory == null
                            ? StateDirectory.of(System.getenv(), Path.of(System.getProperty("user.home")))
                            : directory);
        }
        Path created = Files.createTempDirectory("acp4j-sample-agent");
        // The hook also runs when the process is terminated while it serves.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(created), "delete-sessions"));
        return serve(created);
    }

    private int serve(Path sessions) throws InterruptedException {
        try (SampleAgent agent = SampleAgent.builder()
                .directory(sessions)
                .pacing(unpaced ? Pacing.IMMEDIATE : Pacing.PACED)
                .onCrash(() -> Runtime.getRuntime().halt(1))
                .build()) {
            if (!http) {
                agent.serve(StdioTransport.ofProcessStreams()).awaitClosed();
                return 0;
            }
            try (HttpServer server = HttpServer.builder(agent::serve).port(port).start()) {
                System.out.println(server.uri());
                server.awaitClosed();
                return 0;
            }
        } catch (SessionStoreException | UncheckedIOException e) {
            System.err.println(e.getMessage());
            return 1;
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            System.err.println("The directory " + directory + " could not be deleted: " + e.getMessage());
        }
    }
}
