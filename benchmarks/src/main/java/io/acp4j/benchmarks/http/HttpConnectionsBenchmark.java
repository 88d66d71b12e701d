package io.acp4j.benchmarks.http;

import io.acp4j.benchmarks.stdio.Metrics;
import io.acp4j.benchmarks.ws.ServerProcess;
import io.acp4j.benchmarks.ws.Streaming;
import io.acp4j.client.AcpClient;
import io.acp4j.transport.http.HttpTransport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Measures what an SDK's server needs for many connections over Streamable HTTP, and for many sessions on one of them. */
public final class HttpConnectionsBenchmark {

    private static final int UPDATES = 500;

    private final Metrics metrics;
    private final Streaming streaming;
    private final List<String> command;

    private HttpConnectionsBenchmark(Metrics metrics, List<String> command) {
        this.metrics = metrics;
        this.streaming = new Streaming(metrics, HttpTransport::connect);
        this.command = command;
    }

    /**
     * Measures.
     *
     * @param args the name of the SDK, how many idle connections, how many streaming ones, how many streaming sessions on one
     *     connection, 0 for none, then {@code --} and the command of a server such as {@link HttpBenchmarkServer}. Where
     *     {@code javax.net.ssl.trustStore} names a key store, that server is started once more with it, and the sessions on one connection
     *     stream over HTTP/2 as well
     * @throws Exception when a connection cannot be made or is lost
     */
    public static void main(String[] args) throws Exception {
        HttpConnectionsBenchmark benchmark = new HttpConnectionsBenchmark(
                new Metrics(args[0]), Arrays.asList(args).subList(5, args.length));
        benchmark.idle(Integer.parseInt(args[1]));
        benchmark.stream("connections", Integer.parseInt(args[2]), 1);
        int sessions = Integer.parseInt(args[3]);
        if (sessions > 0) {
            benchmark.stream("sessions", 1, sessions);
            String keys = System.getProperty("javax.net.ssl.trustStore");
            if (keys != null) {
                benchmark.with(keys).stream("h2_sessions", 1, sessions);
            }
        }
    }

    private HttpConnectionsBenchmark with(String argument) {
        List<String> longer = new ArrayList<>(command);
        longer.add(argument);
        return new HttpConnectionsBenchmark(metrics, longer);
    }

    private void stream(String what, int connections, int sessionsOfEach) throws Exception {
        streaming.measure(what, command, connections, sessionsOfEach, UPDATES);
    }

    /** Opens connections with a session each, so with two streams, and compares the server's heap with that for one of them. */
    private void idle(int count) throws Exception {
        try (ServerProcess server = ServerProcess.start(command)) {
            List<AcpClient> clients = new ArrayList<>();
            clients.add(streaming.connect(server));
            clients.get(0).newSession(Path.of("/bench"));
            long before = server.usedHeap();
            for (int i = 0; i < count; i++) {
                AcpClient client = streaming.connect(server);
                clients.add(client);
                client.newSession(Path.of("/bench")).prompt("flood 1");
            }
            metrics.print("idle_connection_bytes", (server.usedHeap() - before) / (double) count);
            clients.forEach(AcpClient::close);
        }
    }
}
