package io.acp4j.benchmarks.ws;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.FrameFault;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.transport.ws.WsLimits;
import io.acp4j.transport.ws.WsTransport;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Measures what an SDK's server needs for many connections: idle ones, and ones that all stream at once. */
public final class ConnectionsBenchmark {

    private static final int UPDATES = 1_000;
    private static final int PING_SECONDS = 5;
    private static final int PINGS = 4;
    private static final int SECONDS = 300;

    private final String name;
    private final List<String> command;

    private ConnectionsBenchmark(String name, List<String> command) {
        this.name = name;
        this.command = command;
    }

    /**
     * Measures.
     *
     * @param args the name of the SDK, how many idle connections and how many that stream, then {@code --} and the command of
     *     a server such as {@link WsBenchmarkServer}
     * @throws Exception when a connection cannot be made or is lost
     */
    public static void main(String[] args) throws Exception {
        ConnectionsBenchmark benchmark =
                new ConnectionsBenchmark(args[0], Arrays.asList(args).subList(4, args.length));
        benchmark.idle(Integer.parseInt(args[1]));
        benchmark.stream(Integer.parseInt(args[2]));
    }

    private void print(String metric, double value) {
        System.out.printf(Locale.ROOT, "%s.%s %.1f%n", name, metric, value);
    }

    private void idle(int count) throws Exception {
        List<String> pinging = new ArrayList<>(command);
        pinging.add(String.valueOf(PING_SECONDS));
        try (ServerProcess server = ServerProcess.start(pinging)) {
            idle(server, count);
        }
    }

    /** Opens connections, each initialized, and compares the server's heap with one that has a single connection. */
    private void idle(ServerProcess server, int count) throws Exception {
        List<WsTransport> open = new ArrayList<>(count + 1);
        open.add(initialized(server.address()));
        long before = server.usedHeap();
        for (int i = 0; i < count; i++) {
            open.add(initialized(server.address()));
        }
        print("idle_connection_bytes", (server.usedHeap() - before) / (double) count);
        hold(open);
        long lost = open.stream()
                .filter(one -> one.closed().toCompletableFuture().isDone())
                .count();
        print("idle_connections_lost", (double) lost);
        open.forEach(WsTransport::close);
    }

    /** Waits until all have been pinged a few times, or one is lost. */
    private static void hold(List<WsTransport> open) throws Exception {
        CompletableFuture<?>[] ends =
                open.stream().map(one -> one.closed().toCompletableFuture()).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.anyOf(ends).get((long) PINGS * PING_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            // As it should be: none has ended.
        }
    }

    private static WsTransport initialized(String address) throws Exception {
        // Its own pings would spare the server's.
        WsTransport transport = WsTransport.builder(URI.create(address))
                .limits(WsLimits.DEFAULT.withKeepAlive(Duration.ZERO, Duration.ZERO))
                .connect();
        CountDownLatch answered = new CountDownLatch(1);
        transport.start(new TransportListener() {
            @Override
            public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
                answered.countDown();
                return null;
            }

            @Override
            public void onFault(FrameFault fault) {
                throw new IllegalStateException(fault.toString());
            }

            @Override
            public void onEnd(CloseReason reason, boolean canSend) {
                transport.close();
            }
        });
        transport.send(new Initialize());
        if (!answered.await(SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("no answer to initialize within " + SECONDS + " s");
        }
        return transport;
    }

    /** A client that does nothing else needs no engine. */
    private record Initialize() implements OutboundFrame {

        private static final byte[] TEXT = ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\","
                        + "\"params\":{\"protocolVersion\":1,\"clientCapabilities\":{}}}")
                .getBytes(StandardCharsets.UTF_8);

        @Override
        public Envelope envelope() {
            return new Envelope(Envelope.Kind.NOTIFICATION, null, "initialize", null);
        }

        @Override
        public void writeTo(FrameBuffer buffer) {
            buffer.append(TEXT, 0, TEXT.length);
        }
    }

    private void stream(int count) throws Exception {
        try (ServerProcess server = ServerProcess.start(command)) {
            stream(server, count);
        }
    }

    /** Lets all connections stream at once, after a turn of each that is not measured. */
    private void stream(ServerProcess server, int count) throws Exception {
        AtomicLong updates = new AtomicLong();
        List<AcpClient> clients = new ArrayList<>(count);
        List<ClientSession> sessions = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            AcpClient client = AcpClient.builder(WsTransport.connect(server.address()))
                    .onUpdate((session, update) -> updates.incrementAndGet())
                    .connect();
            clients.add(client);
            sessions.add(client.newSession(Path.of("/bench")));
        }
        promptAll(sessions, 10);
        updates.set(0);
        long start = System.nanoTime();
        promptAll(sessions, UPDATES);
        double seconds = (System.nanoTime() - start) / 1e9;
        print("streaming_connections_updates_per_s", updates.get() / seconds);
        print("streaming_connections_updates_lost", (double) count * UPDATES - updates.get());
        clients.forEach(AcpClient::close);
    }

    private static void promptAll(List<ClientSession> sessions, int updates) throws Exception {
        CompletableFuture<?>[] turns = sessions.stream()
                .map(session -> session.promptAsync("flood " + updates))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(turns).get(SECONDS, TimeUnit.SECONDS);
    }
}
