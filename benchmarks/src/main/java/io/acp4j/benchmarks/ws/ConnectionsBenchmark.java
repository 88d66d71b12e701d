package io.acp4j.benchmarks.ws;

import io.acp4j.benchmarks.stdio.Metrics;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.transport.ws.WsLimits;
import io.acp4j.transport.ws.WsTransport;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Measures what an SDK's server needs for many connections: idle ones, and ones that all stream at once. */
public final class ConnectionsBenchmark {

    private static final int UPDATES = 1_000;
    private static final int PING_SECONDS = 5;
    private static final int PINGS = 4;
    private static final int SECONDS = 300;

    private final Metrics metrics;
    private final List<String> command;

    private ConnectionsBenchmark(Metrics metrics, List<String> command) {
        this.metrics = metrics;
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
        Metrics metrics = new Metrics(args[0]);
        List<String> command = Arrays.asList(args).subList(4, args.length);
        new ConnectionsBenchmark(metrics, command).idle(Integer.parseInt(args[1]));
        new Streaming(metrics, WsTransport::connect)
                .measure("connections", command, Integer.parseInt(args[2]), 1, UPDATES);
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
        metrics.print("idle_connection_bytes", (server.usedHeap() - before) / (double) count);
        hold(open);
        long lost = open.stream()
                .filter(one -> one.closed().toCompletableFuture().isDone())
                .count();
        metrics.print("idle_connections_lost", (double) lost);
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
                .limits(WsLimits.builder()
                        .keepAlive(Duration.ZERO, Duration.ZERO)
                        .build())
                .connect();
        CountDownLatch answered = new CountDownLatch(1);
        transport.start(new TransportListener() {
            @Override
            public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
                answered.countDown();
                return null;
            }

            @Override
            public void onFault(FrameError fault) {
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
}
