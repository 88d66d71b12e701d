package io.acp4j.tck.internal.cli;

import io.acp4j.tck.Subject;
import io.acp4j.tck.internal.agent.v2.V2Suite;
import io.acp4j.tck.internal.catalogue.ForkScenario;
import io.acp4j.tck.internal.wire.Connectors;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Certifies an agent. */
@Command(
        name = "agent",
        customSynopsis = {
            "@|bold ${COMMAND-FULL-NAME}|@ [OPTION...] -- COMMAND [ARG...]",
            "       @|bold ${COMMAND-FULL-NAME}|@ [OPTION...] --ws URL | --http URL"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:PASS: no MUST failed.",
            "1:FAIL: a MUST failed.",
            "2:The arguments were wrong.",
            "3:INCOMPLETE: an error or a timeout hid a MUST.",
            "4:PARTIAL: requirements were left out.",
            "70:The kit itself failed."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", BoundedJvm.HELP},
        description = "Certifies an agent.")
final class AgentCommand implements Callable<Integer> {

    private static final String VARIABLE = "env:";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            paramLabel = "COMMAND",
            description = "The agent and its arguments. NAME=VALUE before it sets a variable.")
    private List<String> command = List.of();

    @Option(
            names = "--ws",
            paramLabel = "URL",
            description = "Connect to this WebSocket endpoint instead of starting an agent.")
    private @Nullable URI webSocket;

    @Option(
            names = "--http",
            paramLabel = "URL",
            description = "Connect to this HTTP endpoint instead of starting an agent.")
    private @Nullable URI http;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "Bearer token for --ws and --http. env:NAME reads a variable.")
    private @Nullable String token;

    @Option(
            names = "--second-token",
            paramLabel = "TOKEN",
            description = "Bearer token of another principal, to test isolation over --http.")
    private @Nullable String secondToken;

    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description = "PEM file with the only certificates to trust for wss and https.")
    private @Nullable Path trust;

    @Option(
            names = "--stalled-reader",
            paramLabel = "SECONDS",
            description = "Also test a client that does not read, for this time (--http).")
    private @Nullable Double stalledReader;

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "NAME",
            description = "Run only fork, fork-at-message, unknown-id, thought or chunks.")
    private List<String> scenarios = List.of();

    @Mixin
    private RunOptions options = new RunOptions();

    @Option(
            names = "--cancel-prompt",
            paramLabel = "TEXT",
            description = "Prompt that keeps an agent without the prompt vocabulary busy.")
    private @Nullable String cancelPrompt;

    @Option(
            names = "--auth-method",
            paramLabel = "ID",
            description = "Authentication method to use before sessions are created.")
    private @Nullable String authMethod;

    @Override
    public Integer call() throws IOException {
        options.name(named());
        return options.run(
                V2Suite::of,
                settings -> settings.cancelPrompt(cancelPrompt)
                        .authMethod(authMethod)
                        .stalledReader(stalledReader == null ? null : RunOptions.seconds(stalledReader)),
                (settings, protocol) -> Connectors.to(subject(), settings.startupTimeout()));
    }

    private Set<ForkScenario> named() {
        try {
            return scenarios.stream()
                    .map(ForkScenario::of)
                    .collect(Collectors.toCollection(() -> EnumSet.noneOf(ForkScenario.class)));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
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
