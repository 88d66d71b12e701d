package io.acp4j.transport.http.internal.server;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.RequestId;
import io.acp4j.transport.http.HttpLimits;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All ACP connections of a server over HTTP. Safe for use by any number of threads. */
public final class Connections {

    static final String SHUTTING_DOWN = "the server shuts down";

    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);

    /** How long an acceptor may take to start a connection. */
    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** How much the bodies of all requests together may take while they are received or held: 256 MiB. */
    private static final long MAX_BODY_BYTES = 256L * 1024 * 1024;

    private final Consumer<? super Transport> acceptor;
    private final HttpLimits limits;
    private final int maxConnections;
    private final int maxPerPrincipal;
    private final boolean anyMessage;
    private final Executor workers;
    private final Map<String, HttpConnection> byId = new ConcurrentHashMap<>();
    private final Map<String, Integer> byPrincipal = new ConcurrentHashMap<>();
    private final AtomicLong bodyBytes = new AtomicLong();
    private final Object lock = new Object();
    private boolean open = true;

    /**
     * Creates what holds them.
     *
     * @param workers where it may be waited
     */
    public Connections(ServingSettings settings, Executor workers) {
        this.acceptor = settings.acceptor();
        this.limits = settings.limits();
        this.maxConnections = settings.maxConnections();
        this.maxPerPrincipal = settings.maxConnectionsPerPrincipal();
        this.anyMessage = settings.anyMessage();
        this.workers = workers;
    }

    /** Returns the limits of each. */
    public HttpLimits limits() {
        return limits;
    }

    /** Returns whether messages are taken that are none; for tests of what lies below the protocol. */
    boolean takesAnyMessage() {
        return anyMessage;
    }

    /** Returns the threads on which it may be waited. */
    public Executor workers() {
        return workers;
    }

    /** Returns how many there are. */
    public int count() {
        return byId.size();
    }

    /** Counts bytes of a body in; false when there is no room for them. */
    boolean takeBody(int bytes) {
        if (bodyBytes.addAndGet(bytes) > MAX_BODY_BYTES) {
            bodyBytes.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    void releaseBody(int bytes) {
        bodyBytes.addAndGet(-bytes);
    }

    /** Returns a connection of a principal; null when there is none, be it that it is somebody else's. */
    @Nullable
    HttpConnection find(String id, String principal) {
        HttpConnection found = byId.get(id);
        return found != null && found.isOpen() && found.principal().equals(principal) ? found : null;
    }

    /**
     * Opens a connection for an {@code initialize}.
     *
     * @return null when it has been opened, else why it has not
     */
    @Nullable
    Reply open(String principal, RequestId initialize, byte[] message, Timer timer, HttpConnection.Opening opening) {
        String id = UUID.randomUUID().toString();
        Host host = new Host(timer);
        HttpConnection connection = new HttpConnection(id, principal, initialize, opening, host);
        synchronized (lock) {
            if (!open) {
                return Reply.text(503, SHUTTING_DOWN);
            }
            if (byId.size() >= maxConnections) {
                return Reply.text(503, "there are too many connections; try again later")
                        .with("retry-after", "10");
            }
            if (!principal.isEmpty() && byPrincipal.getOrDefault(principal, 0) >= maxPerPrincipal) {
                return Reply.text(429, "you have too many connections; close some")
                        .with("retry-after", "10");
            }
            byPrincipal.merge(principal, 1, Integer::sum);
            byId.put(id, connection);
        }
        boolean unused = connection.receive(message, () -> {});
        workers.execute(() -> accept(connection));
        host.later(START_NANOS, () -> {
            if (!connection.isStarted()) {
                LOG.warn("Nobody has started the transport of a connection; it is closed");
                giveUp(connection, null);
            }
        });
        return null;
    }

    private void accept(HttpConnection connection) {
        try {
            acceptor.accept(connection);
        } catch (RuntimeException e) {
            LOG.error("A connection could not be served", e);
            giveUp(connection, e);
        }
    }

    private static void giveUp(HttpConnection connection, @Nullable Throwable cause) {
        String problem = "the connection could not be served";
        connection.breakOff(new CloseReason.Simple(CloseReason.Kind.FAILURE, problem, cause), problem);
    }

    private void remove(HttpConnection connection) {
        synchronized (lock) {
            if (byId.remove(connection.id(), connection)) {
                byPrincipal.computeIfPresent(connection.principal(), (same, count) -> count == 1 ? null : count - 1);
            }
        }
    }

    /** Ends all connections: those at once that wait for nothing, the others when they do, or after the grace period. */
    public CompletionStage<Void> shutdown(Duration grace) {
        synchronized (lock) {
            open = false;
        }
        CompletableFuture<?>[] ends = byId.values().stream()
                .map(connection -> connection.closed().toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new);
        byId.values().forEach(connection -> connection.whenQuiet(() -> sendAway(connection)));
        CompletableFuture.delayedExecutor(grace.toMillis(), TimeUnit.MILLISECONDS, workers)
                .execute(() -> byId.values().forEach(Connections::sendAway));
        return CompletableFuture.allOf(ends);
    }

    private static void sendAway(HttpConnection connection) {
        connection.close(new CloseReason.Simple(CloseReason.Kind.LOCAL, SHUTTING_DOWN, null), SHUTTING_DOWN);
    }

    /** What a connection needs, with the timer of the request that has opened it. */
    private final class Host implements ConnectionHost {

        private final Timer timer;

        Host(Timer timer) {
            this.timer = timer;
        }

        @Override
        public HttpLimits limits() {
            return limits;
        }

        @Override
        public Executor workers() {
            return workers;
        }

        @Override
        public void later(long nanos, Runnable action) {
            timer.later(nanos, action);
        }

        @Override
        public void every(long periodNanos, Runnable action, CompletableFuture<?> until) {
            if (periodNanos > 0) {
                timer.every(periodNanos, action, until);
            }
        }

        @Override
        public void gone(HttpConnection connection) {
            remove(connection);
        }
    }
}
