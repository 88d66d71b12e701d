package io.acp4j.tck.internal.mcp;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.wire.Json;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Waits for {@link McpServer}s to report how they were started. */
public final class McpReports implements AutoCloseable {

    /** Longest report that is read, in bytes. */
    private static final int MAX_REPORT = 64 * 1024;

    /** How long a server that has come may take for its report, in milliseconds; strangers say nothing. */
    private static final int REPORT_MILLIS = 10_000;

    private static final Pattern PLACES = Pattern.compile(Pattern.quote(File.pathSeparator));

    private final String token = UUID.randomUUID().toString();
    private final ServerSocket socket;

    public McpReports() throws IOException {
        socket = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    }

    /** Returns the arguments that the server has to be started with. */
    public List<String> args() {
        return List.of(String.valueOf(socket.getLocalPort()), token, "an argument with blanks", "--flag=a,b");
    }

    /** Returns the value that its variable has to have. */
    public String value() {
        return "a value with blanks";
    }

    /** Returns the member of {@code mcpServers} that tells an agent to start the server. */
    public ObjectNode configuration() {
        ArrayNode args = arr("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m");
        String classes = System.getProperty("java.class.path", "");
        if (classes.isEmpty()) {
            args.add("-p").add(absolute(System.getProperty("jdk.module.path", "")));
            args.add("-m").add("io.acp4j.tck/" + McpServer.class.getName());
        } else {
            args.add("-cp").add(absolute(classes)).add(McpServer.class.getName());
        }
        args().forEach(args::add);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return obj(
                "name",
                "acp-tck",
                "command",
                java,
                "args",
                args,
                "env",
                arr(obj("name", McpServer.VARIABLE, "value", value())));
    }

    /** The agent may start the server in any directory. */
    private static String absolute(String path) {
        return PLACES.splitAsStream(path)
                .filter(place -> !place.isEmpty())
                .map(place -> Path.of(place).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Waits for the report of a server that was started with the token; null when none came. */
    public @Nullable JsonNode await(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        for (long left = limit.toMillis(); left > 0; left = (deadline - System.nanoTime()) / 1_000_000) {
            try {
                socket.setSoTimeout((int) Math.min(left, Integer.MAX_VALUE));
                JsonNode report = read();
                if (report.at("/args/1").asText().equals(token)) {
                    return report;
                }
            } catch (IOException e) {
                if (socket.isClosed()) {
                    return null;
                }
                // Nobody came in time, or a stranger: the next may be the right one.
            }
        }
        return null;
    }

    private JsonNode read() throws IOException {
        try (Socket server = socket.accept()) {
            server.setSoTimeout(REPORT_MILLIS);
            return Json.read(server.getInputStream().readNBytes(MAX_REPORT));
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
