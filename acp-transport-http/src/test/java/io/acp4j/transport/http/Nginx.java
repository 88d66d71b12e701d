package io.acp4j.transport.http;

import static org.awaitility.Awaitility.await;

import io.acp4j.transport.ws.testing.Certificates;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The nginx of this machine, as the guide configures it, in front of a server. */
final class Nginx implements AutoCloseable {

    private static final Path GUIDE = Path.of("..", "docs", "guides", "network.md");
    private static final Pattern BLOCK = Pattern.compile("(?s)```nginx\n(.*?)```");
    private static final int ATTEMPTS = 5;

    private final Process process;
    private final Path directory;
    private final int port;

    private Nginx(Process process, Path directory, int port) {
        this.process = process;
        this.directory = directory;
        this.port = port;
    }

    static Optional<Path> program() {
        return Stream.concat(
                        Pattern.compile(File.pathSeparator)
                                .splitAsStream(System.getenv().getOrDefault("PATH", "")),
                        Stream.of("/usr/sbin"))
                .map(place -> Path.of(place, "nginx"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Starts it in a directory of its own.
     *
     * @param server the port of the server behind it
     * @param changes what is replaced in the guide's configuration, beside ports and certificates; each must be in it once
     */
    static Nginx start(Path directory, int server, Certificates tls, Map<String, String> changes) throws Exception {
        for (int attempt = 1; ; attempt++) {
            int port = freePort();
            Path file = Files.writeString(
                    directory.resolve("nginx.conf"), configuration(directory, port, server, tls, changes));
            Process process = new ProcessBuilder(
                            program().orElseThrow().toString(),
                            "-p",
                            directory.toString(),
                            "-e",
                            directory.resolve("error.log").toString(),
                            "-c",
                            file.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("output.log").toFile())
                    .start();
            Nginx nginx = new Nginx(process, directory, port);
            await().atMost(Duration.ofMinutes(1)).until(() -> !process.isAlive() || accepts(port));
            if (process.isAlive()) {
                return nginx;
            }
            if (attempt == ATTEMPTS) {
                throw new IOException("nginx does not start: " + Files.readString(directory.resolve("output.log")));
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static String configuration(
            Path directory, int port, int server, Certificates tls, Map<String, String> changes) throws IOException {
        Matcher block = BLOCK.matcher(Files.readString(GUIDE));
        if (!block.find()) {
            throw new IOException("there is no configuration of nginx in " + GUIDE);
        }
        String text = block.group(1);
        text = replaced(text, "listen 443 ", "listen 127.0.0.1:" + port + " ");
        text = replaced(text, "127.0.0.1:8080", "127.0.0.1:" + server);
        text = replaced(text, "/etc/nginx/agent.pem", tls.certificate().toString());
        text = replaced(text, "/etc/nginx/agent.key", tls.key().toString());
        for (Map.Entry<String, String> change : changes.entrySet()) {
            text = replaced(text, change.getKey(), change.getValue());
        }
        StringBuilder around = new StringBuilder(
                "daemon off;\nmaster_process off;\npid nginx.pid;\n"
                        + "events { worker_connections 512; }\nhttp {\n"
                        + "log_format requests '$server_protocol $request_method $status';\naccess_log requests.log requests;\n");
        for (String kind : List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) {
            around.append(kind)
                    .append("_temp_path ")
                    .append(directory.resolve(kind))
                    .append(";\n");
        }
        return around.append(text).append("}\n").toString();
    }

    private static String replaced(String text, String part, String by) throws IOException {
        if (text.split(Pattern.quote(part), -1).length != 2) {
            throw new IOException("the guide's configuration of nginx does not have once: " + part);
        }
        return text.replace(part, by);
    }

    URI uri(String scheme) {
        return URI.create(scheme + "://localhost:" + port + "/acp");
    }

    /** Returns protocol, method and status of each request that has ended. */
    List<String> requests() throws IOException {
        return Files.readAllLines(directory.resolve("requests.log"));
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
