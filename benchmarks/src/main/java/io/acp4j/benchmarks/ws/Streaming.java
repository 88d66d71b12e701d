package io.acp4j.benchmarks.ws;

import io.acp4j.benchmarks.stdio.Metrics;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.transport.Transport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** Lets many sessions of a server stream at once. */
public final class Streaming {

    private static final int WARMUP = 10;
    private static final int SECONDS = 300;

    private final Metrics metrics;
    private final Function<String, Transport> transport;
    private final AtomicLong updates = new AtomicLong();

    /** Prepares to connect to servers at their addresses. */
    public Streaming(Metrics metrics, Function<String, Transport> transport) {
        this.metrics = metrics;
        this.transport = transport;
    }

    /** Connects a client. */
    public AcpClient connect(ServerProcess server) {
        return AcpClient.builder(transport.apply(server.address()))
                .onUpdate((session, update) -> updates.incrementAndGet())
                .connect();
    }

    /** Measures all sessions at once, after a turn of each that is not measured. */
    public void measure(String what, List<String> command, int connections, int sessionsOfEach, int updatesOfEach)
            throws Exception {
        try (ServerProcess server = ServerProcess.start(command)) {
            List<AcpClient> clients = new ArrayList<>();
            List<ClientSession> sessions = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                AcpClient client = connect(server);
                clients.add(client);
                for (int j = 0; j < sessionsOfEach; j++) {
                    sessions.add(client.newSession(Path.of("/bench")));
                }
            }
            promptAll(sessions, WARMUP);
            updates.set(0);
            long start = System.nanoTime();
            promptAll(sessions, updatesOfEach);
            double seconds = (System.nanoTime() - start) / 1e9;
            metrics.print("streaming_" + what + "_updates_per_s", updates.get() / seconds);
            metrics.print(
                    "streaming_" + what + "_updates_lost", (double) sessions.size() * updatesOfEach - updates.get());
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
