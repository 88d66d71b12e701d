package io.acp4j.benchmarks.javasdk;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A process that serves WebSockets and says where on its first line. */
final class WsServerProcess {

    private final Process process;
    private final URI address;

    private WsServerProcess(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    static WsServerProcess start(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String line = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            if (line == null) {
                throw new IOException("it has ended without saying where it listens");
            }
            return new WsServerProcess(process, URI.create(line));
        } catch (IOException e) {
            throw new UncheckedIOException("the server cannot be started: " + e.getMessage(), e);
        }
    }

    URI address() {
        return address;
    }

    void stop() {
        process.destroy();
    }
}
