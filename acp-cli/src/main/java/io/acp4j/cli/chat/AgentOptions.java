package io.acp4j.cli.chat;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.transport.http.HttpTransport;
import io.acp4j.transport.http.HttpTransportBuilder;
import io.acp4j.transport.stdio.AgentCommand;
import io.acp4j.transport.ws.WsTransport;
import io.acp4j.transport.ws.WsTransportBuilder;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which agent to talk to: one of this client's own, or one that is elsewhere. */
final class AgentOptions {

    @Option(names = "--ws", paramLabel = "URL", description = "The address of an agent that serves WebSockets.")
    private @Nullable String webSocket;

    @Option(names = "--http", paramLabel = "URL", description = "The address of an agent that serves Streamable HTTP.")
    private @Nullable String http;

    @Option(
            names = "--bearer-variable",
            paramLabel = "NAME",
            description = "The environment variable with the bearer token for --ws and --http.")
    private @Nullable String bearerVariable;

    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description =
                    "A PEM file with the certificates to trust for wss and https, in the place of those that Java trusts.")
    private @Nullable Path trust;

    @Option(
            names = "--protocol",
            paramLabel = "1|2",
            description = "The newest version of the protocol to ask for; 2 is a draft. Default: 1.")
    private int protocol = 1;

    @Parameters(
            arity = "0..*",
            paramLabel = "AGENT-COMMAND",
            description =
                    "The program of an agent to be started, and its arguments. Put -- before it. NAME=VALUE before the"
                            + " program sets variables of its environment.")
    private final List<String> command = new ArrayList<>();

    /** Returns whether it is said which agent, and only once. */
    boolean areClear() {
        return Stream.of(webSocket != null, http != null, !command.isEmpty())
                        .filter(named -> named)
                        .count()
                == 1;
    }

    /** Returns whether the version is one that this client speaks. */
    boolean areSpoken() {
        return protocol == 1 || protocol == 2;
    }

    /** Returns the versions to ask for, the newest first. */
    List<ProtocolVersion> versions() {
        return protocol == 1 ? List.of(ProtocolVersion.V1) : List.of(ProtocolVersion.V2, ProtocolVersion.V1);
    }

    /** Returns whether the agent is started by this client, on this machine. */
    boolean areOfACommand() {
        return webSocket == null && http == null;
    }

    /**
     * Starts the agent, or connects to it.
     *
     * @param errors takes the lines of the error output of an agent that is started
     * @throws IllegalArgumentException when there is no program in the command, or the address is not of the kind that is named
     */
    Transport open(Consumer<String> errors) {
        if (webSocket != null) {
            return overWebSocket(URI.create(webSocket));
        }
        if (http != null) {
            return overHttp(URI.create(http));
        }
        return AgentCommand.of(command).transport().onStderrLine(errors).launch();
    }

    private Transport overWebSocket(URI address) {
        WsTransportBuilder agent = WsTransport.builder(address);
        if (bearerVariable != null) {
            agent.bearerToken(System.getenv(bearerVariable));
        }
        if (trust != null) {
            agent.trust(trust);
        }
        return agent.connect();
    }

    private Transport overHttp(URI address) {
        HttpTransportBuilder agent = HttpTransport.builder(address);
        if (bearerVariable != null) {
            agent.bearerToken(System.getenv(bearerVariable));
        }
        if (trust != null) {
            agent.trust(trust);
        }
        return agent.connect();
    }

    /** Returns why the agent at the address cannot be asked; null when it can. */
    @Nullable
    String lacks() {
        if (bearerVariable != null && System.getenv(bearerVariable) == null) {
            return "The variable " + bearerVariable + " is not set.";
        }
        return areOfACommand() && (bearerVariable != null || trust != null)
                ? "--bearer-variable and --trust are for --ws and --http: a program of this machine needs neither."
                : null;
    }

    /** Returns what is wrong with the address, or with the file of certificates, and what to write instead. */
    String misaddressed(IllegalArgumentException refused) {
        if (trust != null && String.valueOf(refused.getMessage()).startsWith(trust.toString())) {
            return "--trust: " + refused.getMessage();
        }
        return webSocket != null
                ? "--ws: " + refused.getMessage() + remedy(webSocket, "http", "ws")
                : "--http: " + refused.getMessage() + remedy(String.valueOf(http), "ws", "http");
    }

    private static String remedy(String address, String confused, String right) {
        String scheme = address.replaceFirst("(?s):.*", "").toLowerCase(Locale.ROOT);
        if (scheme.equals(confused) || scheme.equals(confused + "s")) {
            return "; write " + scheme.replace(confused, right) + ":// instead of " + scheme + "://";
        }
        return "; write for instance " + right + "://localhost:8080/acp";
    }

    /** Names the agent until it has said its name; without its variables, which may be secret. */
    String name() {
        if (webSocket != null) {
            return webSocket;
        }
        return http != null ? http : AgentCommand.of(command).words().get(0);
    }
}
