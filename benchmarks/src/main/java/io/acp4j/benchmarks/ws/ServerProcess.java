package io.acp4j.benchmarks.ws;

import io.acp4j.rpc.transport.Transport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** A server in a process of its own, which says on its first line where it listens. */
public final class ServerProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader out;
    private final String address;

    private ServerProcess(Process process) throws IOException {
        this.process = process;
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        if (line == null) {
            throw new IOException("the server has ended without saying where it listens");
        }
        this.address = line;
    }

    /** Starts a server and waits until it says where it listens. */
    public static ServerProcess start(List<String> command) {
        try {
            return new ServerProcess(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException("the server cannot be started: " + e.getMessage(), e);
        }
    }

    /** Starts a server and connects to it; it ends with the connection. */
    public static Transport connect(List<String> command, Function<String, Transport> transport) {
        ServerProcess server = start(command);
        Transport connected = transport.apply(server.address());
        connected.closed().thenRun(server::close);
        return connected;
    }

    /** Returns where the server listens. */
    public String address() {
        return address;
    }

    /** Asks a {@link WsBenchmarkServer} for the bytes of heap that it uses. */
    public long usedHeap() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        return Long.parseLong(out.readLine());
    }

    @Override
    public void close() {
        process.destroy();
    }
}
