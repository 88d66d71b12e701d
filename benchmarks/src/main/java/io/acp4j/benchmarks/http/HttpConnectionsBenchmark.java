package io.acp4j.benchmarks.http;

import io.acp4j.benchmarks.ws.ServerProcess;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.transport.http.HttpTransport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Measures what an SDK's server needs for many connections over Streamable HTTP, and for many sessions on one of them. */
public final class HttpConnectionsBenchmark {

    private static final int UPDATES = 500;
    private static final int SECONDS = 300;

    private final String name;
    private final List<String> command;

    private HttpConnectionsBenchmark(String name, List<String> command) {
        this.name = name;
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
        HttpConnectionsBenchmark benchmark =
                new HttpConnectionsBenchmark(args[0], Arrays.asList(args).subList(5, args.length));
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
        return new HttpConnectionsBenchmark(name, longer);
    }

    private void print(String metric, double value) {
        System.out.printf(Locale.ROOT, "%s.%s %.1f%n", name, metric, value);
    }

    /** Opens connections with a session each, so with two streams, and compares the server's heap with that for one of them. */
    private void idle(int count) throws Exception {
        AtomicLong unused = new AtomicLong();
        try (ServerProcess server = ServerProcess.start(command)) {
            List<AcpClient> clients = new ArrayList<>();
            clients.add(connect(server, unused));
            clients.get(0).newSession(Path.of("/bench"));
            long before = server.usedHeap();
            for (int i = 0; i < count; i++) {
                AcpClient client = connect(server, unused);
                clients.add(client);
                client.newSession(Path.of("/bench")).prompt("flood 1");
            }
            print("idle_connection_bytes", (server.usedHeap() - before) / (double) count);
            clients.forEach(AcpClient::close);
        }
    }

    private static AcpClient connect(ServerProcess server, AtomicLong updates) {
        return AcpClient.builder(HttpTransport.connect(server.address()))
                .onUpdate((session, update) -> updates.incrementAndGet())
                .connect();
    }

    /** Lets all sessions stream at once, after a turn of each that is not measured. */
    private void stream(String what, int connections, int sessionsOfEach) throws Exception {
        AtomicLong updates = new AtomicLong();
        try (ServerProcess server = ServerProcess.start(command)) {
            List<AcpClient> clients = new ArrayList<>();
            List<ClientSession> sessions = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                AcpClient client = connect(server, updates);
                clients.add(client);
                for (int j = 0; j < sessionsOfEach; j++) {
                    sessions.add(client.newSession(Path.of("/bench")));
                }
            }
            promptAll(sessions, 10);
            updates.set(0);
            long start = System.nanoTime();
            promptAll(sessions, UPDATES);
            double seconds = (System.nanoTime() - start) / 1e9;
            print("streaming_" + what + "_updates_per_s", updates.get() / seconds);
            print("streaming_" + what + "_updates_lost", (double) sessions.size() * UPDATES - updates.get());
            clients.forEach(AcpClient::close);
        }
    }

    private static void promptAll(List<ClientSession> sessions, int updates) throws Exception {
        CompletableFuture<?>[] turns = sessions.stream()
                .map(session -> session.promptAsync("flood " + updates))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(turns).get(SECONDS, TimeUnit.SECONDS);
    }
}
