package io.acp4j.tck.internal.cli;

import io.acp4j.tck.ClientSubject;
import io.acp4j.tck.internal.client.v2.ClientSuites;
import io.acp4j.tck.internal.launch.ClientConnector;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Certifies a client. */
@Command(
        name = "client",
        customSynopsis = {"@|bold ${COMMAND-FULL-NAME}|@ [OPTION...] -- COMMAND [ARG...]"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:PASS.",
            "1:FAIL.",
            "2:The arguments were wrong.",
            "3:INCOMPLETE.",
            "4:PARTIAL.",
            "70:The kit itself failed."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", BoundedJvm.HELP},
        description = "Certifies a client; the kit plays its agent.")
final class ClientCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "COMMAND",
            description = "The client and its arguments; {agent} stands for the kit's agent.")
    private List<String> command = List.of();

    @Option(
            names = "--ws-port",
            paramLabel = "PORT",
            description = "Serve the agent over WebSocket on this port; 0 for a free one.")
    private @Nullable Integer webSocketPort;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            description = "Serve the agent over HTTP on this port; 0 for a free one.")
    private @Nullable Integer httpPort;

    @Mixin
    private RunOptions options = new RunOptions();

    @Override
    public Integer call() throws IOException {
        return options.run(
                ClientSuites::of,
                settings -> settings,
                (settings, protocol) -> new ClientConnector(subject(), protocol));
    }

    private ClientSubject subject() {
        SubjectCommand client = SubjectCommand.of(command, options.environment());
        ClientSubject subject =
                new ClientSubject(client.words(), client.environment(), options.directory(), webSocketPort, httpPort);
        client.check(options.directory());
        return subject;
    }
}
