package io.acp4j.interop.client;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.http.AcpEndpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A process that serves WebSockets or HTTP and says where on its first line. */
final class NetworkAgent {

    private NetworkAgent() {}

    /** Starts the process and connects; the process ends with the connection. */
    static Transport start(List<String> command) {
        Process process;
        String address;
        try {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            address = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
        } catch (IOException e) {
            throw new UncheckedIOException("the agent cannot be started: " + e.getMessage(), e);
        }
        if (address == null) {
            throw new IllegalStateException("the agent has ended without saying where it listens");
        }
        boolean connected = false;
        try {
            Transport transport = AcpEndpoint.connect(URI.create(address));
            transport.closed().thenRun(process::destroy);
            connected = true;
            return transport;
        } finally {
            if (!connected) {
                process.destroy();
            }
        }
    }
}
