package io.acp4j.tck.internal.cli;

import io.acp4j.tck.Subject;
import io.acp4j.tck.internal.agent.v2.V2Suite;
import io.acp4j.tck.internal.wire.Connectors;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Certifies an agent. */
@Command(
        name = "agent",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", BoundedJvm.HELP},
        description = "Certifies an agent. Exit code: 0 PASS, 1 FAIL, 2 wrong usage, 3 INCOMPLETE, 4 PARTIAL.")
final class AgentCommand implements Callable<Integer> {

    private static final String VARIABLE = "env:";

    @Parameters(
            paramLabel = "COMMAND",
            description =
                    "After --: the agent's program and its arguments; NAME=VALUE before it adds to its environment.")
    private List<String> command = List.of();

    @Option(names = "--ws", paramLabel = "URL", description = "Connect to an agent's WebSocket endpoint instead.")
    private @Nullable URI webSocket;

    @Option(names = "--http", paramLabel = "URL", description = "Connect to an agent over Streamable HTTP instead.")
    private @Nullable URI http;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "Bearer token for --ws and --http; env:NAME for that in an environment variable.")
    private @Nullable String token;

    @Option(
            names = "--second-token",
            paramLabel = "TOKEN",
            description =
                    "Bearer token of another principal for --http, to try what it gets of what belongs to the first.")
    private @Nullable String secondToken;

    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description =
                    "PEM file with the certificates to trust for wss and https, in the place of those that Java trusts.")
    private @Nullable Path trust;

    @Option(
            names = "--stalled-reader",
            paramLabel = "SECONDS",
            description = "Wait this long for the server to give up a client that does not read (--http); more than the"
                    + " server's own limit, which often is 60 s. Left out unless set.")
    private @Nullable Double stalledReader;

    @Mixin
    private RunOptions options = new RunOptions();

    @Option(
            names = "--cancel-prompt",
            paramLabel = "TEXT",
            description = "What keeps an agent busy that does not know the prompt vocabulary.")
    private @Nullable String cancelPrompt;

    @Option(names = "--auth-method", paramLabel = "ID", description = "Authenticate by this method.")
    private @Nullable String authMethod;

    @Override
    public Integer call() throws IOException {
        return options.run(
                V2Suite::of,
                settings -> settings.withCancelPrompt(cancelPrompt)
                        .withAuthMethod(authMethod)
                        .withStalledReader(stalledReader == null ? null : RunOptions.seconds(stalledReader)),
                (settings, protocol) -> Connectors.to(subject(), settings.startupTimeout()));
    }

    private Subject subject() {
        URI address = webSocket == null ? http : webSocket;
        if (secondToken != null && http == null) {
            throw new IllegalArgumentException("A second token is for --http");
        }
        if (trust != null) {
            if (address == null) {
                throw new IllegalArgumentException("Certificates to trust are for --ws and --http");
            }
            TrustFile.use(trust);
        }
        if (address != null) {
            if (!command.isEmpty() || (webSocket != null && http != null)) {
                throw new IllegalArgumentException(
                        "Name a command, a WebSocket address or an HTTP address: one of them");
            }
            return webSocket == null
                    ? new Subject.Http(address, bearer(token), bearer(secondToken))
                    : new Subject.WebSocket(address, bearer(token));
        }
        if (token != null) {
            throw new IllegalArgumentException("A token is for --ws and --http: a program of this machine gets none");
        }
        if (command.isEmpty()) {
            throw new IllegalArgumentException(
                    "Name the agent to certify: -- command and arguments, --ws URL or --http URL");
        }
        SubjectCommand agent = SubjectCommand.of(command, options.environment());
        agent.check(options.directory());
        return new Subject.Command(agent.words(), agent.environment(), options.directory());
    }

    private static @Nullable String bearer(@Nullable String token) {
        if (token == null || !token.startsWith(VARIABLE)) {
            return token;
        }
        String name = token.substring(VARIABLE.length());
        String value = System.getenv(name);
        if (value == null) {
            throw new IllegalArgumentException("There is no environment variable " + name + " with a token");
        }
        return value;
    }
}
