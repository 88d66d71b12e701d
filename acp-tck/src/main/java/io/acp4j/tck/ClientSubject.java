package io.acp4j.tck;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How to start a client that is to be certified. The kit plays its agent: each argument that contains {@link #AGENT}
 * gets in its place what the client has to start, or to connect to. Immutable.
 *
 * @param command the client's program and its arguments; no shell is involved
 * @param environment variables that it gets besides those that tell a program of its user and its system
 * @param directory its working directory; null for that of this process
 * @param webSocketPort the port on 127.0.0.1 where the kit waits for the client by WebSocket, 0 for any free one; null
 *     when it does not
 * @param httpPort the port on 127.0.0.1 where the kit waits for the client over Streamable HTTP, 0 for any free one; null when
 *     it does not
 * @since 0.1.0
 */
public record ClientSubject(
        List<String> command,
        Map<String, String> environment,
        @Nullable Path directory,
        @Nullable Integer webSocketPort,
        @Nullable Integer httpPort) {

    /** What stands for the agent in a command: the path of a program without arguments, or an address. */
    public static final String AGENT = "{agent}";

    /** Checks that the command says where the agent belongs. */
    public ClientSubject {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("The command is empty: name the client to certify");
        }
        if (command.stream().noneMatch(argument -> argument.contains(AGENT))) {
            throw new IllegalArgumentException(
                    "The command does not say where the agent belongs: put " + AGENT + " where the client expects it");
        }
        checkPort(webSocketPort);
        checkPort(httpPort);
        if (webSocketPort != null && httpPort != null) {
            throw new IllegalArgumentException("A run uses WebSocket or HTTP, not both: name one of the two ports");
        }
    }

    private static void checkPort(@Nullable Integer port) {
        if (port != null && (port < 0 || port > 65_535)) {
            throw new IllegalArgumentException("Not a port: " + port);
        }
    }

    /**
     * Names a client that starts its agent as a program.
     *
     * @param command its program and its arguments, one of them with {@link #AGENT}
     * @return the client, with nothing added to its environment and this process's working directory
     */
    public static ClientSubject command(String... command) {
        return new ClientSubject(List.of(command), Map.of(), null, null, null);
    }

    /**
     * Names a client that connects to its agent by WebSocket; the kit waits on a free port.
     *
     * @param command its program and its arguments, one of them with {@link #AGENT}
     * @return the client, with nothing added to its environment and this process's working directory
     */
    public static ClientSubject webSocket(String... command) {
        return new ClientSubject(List.of(command), Map.of(), null, 0, null);
    }

    /**
     * Names a client that connects to its agent over Streamable HTTP; the kit waits on a free port.
     *
     * @param command its program and its arguments, one of them with {@link #AGENT}
     * @return the client, with nothing added to its environment and this process's working directory
     */
    public static ClientSubject http(String... command) {
        return new ClientSubject(List.of(command), Map.of(), null, null, 0);
    }

    @Override
    public String toString() {
        return String.join(" ", command);
    }
}
