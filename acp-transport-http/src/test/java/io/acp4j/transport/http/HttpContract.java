package io.acp4j.transport.http;

import io.acp4j.rpc.internal.transport.WorkerThreads;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.TransportContract;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The contract over real sockets, with a relay between that can lose them. The connection is open when the contract begins. */
abstract class HttpContract extends TransportContract {

    /** Its threads belong to nobody's test. */
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(Executors.newCachedThreadPool(task -> {
                Thread thread = new Thread(Relay.THREADS, task, "http");
                thread.setDaemon(true);
                return thread;
            }))
            .build();

    /** Threads that several clients share. */
    record Threads(HttpClient http, WorkerThreads workers) implements AutoCloseable {

        static Threads make() {
            return new Threads(HTTP, new WorkerThreads("client-"));
        }

        @Override
        public void close() {
            workers.shutdown();
        }
    }

    record Ends(Transport server, Transport client) {}

    abstract Transport near(Ends ends);

    abstract Transport far(Ends ends);

    Served.Host host() {
        return Served.Host.NETTY;
    }

    @Override
    protected Link connect(int maxQueuedBytes) throws Exception {
        BlockingQueue<Opened> accepted = new LinkedBlockingQueue<>();
        HttpLimits limits = HttpLimits.builder()
                .maxQueuedBytes(maxQueuedBytes, 64L * 1024 * 1024)
                .keepAlive(Duration.ofMillis(500), Duration.ofMinutes(1))
                .slowReaderTimeout(Duration.ZERO)
                .streamlessTimeout(Duration.ofSeconds(10))
                .closeTimeout(Duration.ofSeconds(5))
                .build();
        Served server = host().serve(
                        transport -> {
                            Opened opened = new Opened(transport);
                            accepted.add(opened);
                            opened.begin();
                        },
                        Served.Setup.DEFAULT.with(limits).withAnyMessage());
        Relay relay = new Relay(server.port());
        WorkerThreads workers = new WorkerThreads("client-");
        Opened client = new Opened(HttpTransport.builder(URI.create(
                        "http://localhost:" + relay.port() + server.uri().getPath()))
                .maxQueuedBytes(maxQueuedBytes)
                .keepAlive(Duration.ofSeconds(10), Duration.ofSeconds(10))
                .closeTimeout(Duration.ofSeconds(5))
                .threads(HTTP, workers)
                .connect());
        client.closed().thenRun(workers::shutdown);
        client.begin();
        client.send(Puppet.Frame.of(RawClient.INITIALIZE));
        Opened agent = Puppet.take(accepted);
        agent.first();
        agent.send(Puppet.Frame.of("{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}"));
        client.first();
        Ends ends = new Ends(agent, client);
        agent.closed().thenRun(server::close);
        return new Link() {
            @Override
            public Transport near() {
                return HttpContract.this.near(ends);
            }

            @Override
            public Transport far() {
                return HttpContract.this.far(ends);
            }

            @Override
            public void lose() {
                try {
                    relay.close();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    /** A transport whose first message has gone by before its user starts it. */
    private static final class Opened implements Transport, TransportListener {

        private final Transport transport;
        private final CompletableFuture<Void> first = new CompletableFuture<>();
        private final CompletableFuture<TransportListener> listener = new CompletableFuture<>();

        Opened(Transport transport) {
            this.transport = transport;
        }

        void begin() {
            transport.start(this);
        }

        void first() throws Exception {
            first.get(60, TimeUnit.SECONDS);
        }

        @Override
        public void start(TransportListener starting) {
            if (!listener.complete(starting)) {
                transport.start(starting);
            }
        }

        @Override
        public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
            return first.complete(null) ? null : listener.join().onFrame(buffer, offset, length);
        }

        @Override
        public void onFault(FrameError fault) {
            listener.join().onFault(fault);
        }

        @Override
        public void onEnd(CloseReason reason, boolean canSend) {
            if (!first.completeExceptionally(new IllegalStateException("ended before the first message: " + reason))) {
                listener.join().onEnd(reason, canSend);
            }
        }

        @Override
        public void send(OutboundFrame frame) throws TransportClosedException, InterruptedException {
            transport.send(frame);
        }

        @Override
        public boolean send(OutboundFrame frame, long timeout, TimeUnit unit)
                throws TransportClosedException, InterruptedException {
            return transport.send(frame, timeout, unit);
        }

        @Override
        public boolean offer(OutboundFrame frame) throws TransportClosedException {
            return transport.offer(frame);
        }

        @Override
        public long queuedBytes() {
            return transport.queuedBytes();
        }

        @Override
        public void close() {
            transport.close();
        }

        @Override
        public CompletionStage<CloseReason> closed() {
            return transport.closed();
        }
    }
}
