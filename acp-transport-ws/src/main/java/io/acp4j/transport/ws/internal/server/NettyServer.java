package io.acp4j.transport.ws.internal.server;

import io.acp4j.rpc.internal.transport.WorkerThreads;
import io.acp4j.transport.ws.WsCloseReason;
import io.acp4j.transport.ws.internal.CloseCodes;
import io.acp4j.transport.ws.internal.WireTransport;
import io.acp4j.transport.ws.internal.netty.ConnectionCounts;
import io.acp4j.transport.ws.internal.netty.HttpSide;
import io.acp4j.transport.ws.internal.netty.Loops;
import io.acp4j.transport.ws.internal.netty.PendingHandshakes;
import io.acp4j.transport.ws.internal.netty.Refusal;
import io.acp4j.transport.ws.internal.netty.Unwatched;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens, and knows the sockets and WebSockets that are open. */
public final class NettyServer {

    private static final Logger LOG = LoggerFactory.getLogger(NettyServer.class);

    private static final int BACKLOG = 4096;
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(32 * 1024, 128 * 1024);

    private final ServerSettings settings;
    private final Loops loops;
    private final RequestChecks checks;
    private final ConnectionCounts counts;
    private final PendingHandshakes pending;
    private final @Nullable HttpSide http;
    private final Set<Channel> sockets = ConcurrentHashMap.newKeySet();
    private final Set<WireTransport> transports = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final Object lock = new Object();
    private @Nullable Channel listening;
    private boolean open = true;
    private volatile boolean takesSockets = true;

    private NettyServer(ServerSettings settings, Loops loops) {
        this.settings = settings;
        this.loops = loops;
        this.checks = new RequestChecks(settings);
        this.counts = new ConnectionCounts(settings.maxConnections(), settings.maxConnectionsPerAddress());
        this.pending = new PendingHandshakes(settings.maxUnauthenticated(), settings.maxUnauthenticatedBytes());
        Function<WorkerThreads, HttpSide> side = settings.http();
        this.http = side == null ? null : side.apply(loops.workers());
    }

    /** Starts a server. */
    public static NettyServer start(ServerSettings settings) {
        Loops loops = Loops.create("acp-ws-server", settings.threads());
        boolean started = false;
        try {
            NettyServer server = new NettyServer(settings, loops);
            server.listen();
            started = true;
            return server;
        } finally {
            if (!started) {
                loops.release();
            }
        }
    }

    private void listen() {
        ServerInitializer initializer = new ServerInitializer(this, settings);
        ChannelFuture bound = new ServerBootstrap()
                .group(loops.group())
                .channelFactory(Loops.serverChannel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .childHandler(initializer)
                .bind(settings.address())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new UncheckedIOException(new IOException("cannot listen on " + settings.address(), bound.cause()));
        }
        listening = bound.channel();
        initializer.started(bound.channel().eventLoop());
        if (!settings.address().getAddress().isLoopbackAddress()) {
            LOG.warn(
                    "Listening on {}, where others on the network can connect: {}, {}",
                    address(),
                    settings.tls() == null ? "without TLS" : "with TLS",
                    settings.authenticator() == null ? "without authentication" : "with authentication");
        }
    }

    /** Returns where the server listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) Objects.requireNonNull(listening).localAddress();
    }

    /** Returns the port on which the server listens. */
    public int port() {
        return address().getPort();
    }

    /** Returns the URI with the host that the server was bound to, or {@code localhost} if it listens on all addresses. */
    public URI uri() {
        String scheme = settings.tls() == null ? "ws" : "wss";
        return URI.create(scheme + "://" + BoundHost.of(settings.address()) + ":" + port() + settings.path());
    }

    /** Counts the WebSockets that are open. */
    public int connections() {
        return transports.size();
    }

    @Nullable
    HttpSide http() {
        return http;
    }

    RequestChecks checks() {
        return checks;
    }

    /** Returns what has connected and is not authenticated yet. */
    public PendingHandshakes pending() {
        return pending;
    }

    WorkerThreads workers() {
        return loops.workers();
    }

    @Nullable
    Refusal overload(InetSocketAddress remote) {
        return counts.refusal(remote.getAddress());
    }

    boolean isOpen() {
        synchronized (lock) {
            return open;
        }
    }

    /** Counts a socket in; false when it must be closed at once. */
    boolean enter(Channel socket) {
        InetSocketAddress remote = (InetSocketAddress) socket.remoteAddress();
        boolean hasRoom = counts.enter(remote.getAddress());
        sockets.add(socket);
        Unwatched.ignore(socket.closeFuture().addListener(gone -> {
            sockets.remove(socket);
            counts.leave(remote.getAddress());
        }));
        return hasRoom && takesSockets;
    }

    /** Takes a new WebSocket in; false when the server shuts down. */
    boolean register(WireTransport transport) {
        synchronized (lock) {
            if (!open) {
                return false;
            }
            transports.add(transport);
            loops.hold();
        }
        transport.closed().whenComplete((reason, impossible) -> {
            transports.remove(transport);
            loops.release();
        });
        return true;
    }

    /**
     * Shuts the server down: it takes no more connections, and sockets only while clients over HTTP may need them; clients are sent
     * away as soon as all their requests have had their responses and what these have begun has ended, and those still left after the
     * grace period then.
     */
    public CompletionStage<Void> shutdown(Duration grace) {
        synchronized (lock) {
            if (!open) {
                return closed.minimalCompletionStage();
            }
            open = false;
        }
        Stream<CompletableFuture<?>> webSockets =
                transports.stream().map(transport -> transport.closed().toCompletableFuture());
        Stream<CompletableFuture<?>> others = Stream.of(endHttp(grace).toCompletableFuture());
        CompletableFuture<?>[] ends = Stream.concat(webSockets, others).toArray(CompletableFuture<?>[]::new);
        transports.forEach(transport -> transport.whenQuiet(() -> sendAway(transport)));
        var late = Objects.requireNonNull(listening)
                .eventLoop()
                .schedule(() -> transports.forEach(NettyServer::sendAway), grace.toMillis(), TimeUnit.MILLISECONDS);
        var unused = CompletableFuture.allOf(ends).whenComplete((nothing, impossible) -> {
            late.cancel(false);
            sockets.forEach(left -> Unwatched.ignore(left.close()));
            // A closed channel may hold its port until its event loop has let go of it.
            Unwatched.ignore(loops.group().terminationFuture().addListener(ended -> closed.complete(null)));
            loops.release();
        });
        return closed.minimalCompletionStage();
    }

    /** Ends what is served over HTTP, whose clients may need new sockets for what they still wait for. */
    private CompletionStage<?> endHttp(Duration grace) {
        if (http == null) {
            takeNoMoreSockets();
            return CompletableFuture.completedFuture(null);
        }
        return http.shutdown(grace, this::takeNoMoreSockets);
    }

    private void takeNoMoreSockets() {
        takesSockets = false;
        Unwatched.ignore(Objects.requireNonNull(listening).close());
    }

    /** Closes a WebSocket in good order, as the server shuts down. */
    static void sendAway(WireTransport transport) {
        transport.close(
                WsCloseReason.local(CloseCodes.GOING_AWAY, WireTransport.SHUTTING_DOWN),
                CloseCodes.GOING_AWAY,
                WireTransport.SHUTTING_DOWN);
    }

    /** Returns when the server has been closed. */
    public CompletionStage<Void> closed() {
        return closed.minimalCompletionStage();
    }

    /** Waits until the server has been closed. */
    public void awaitClosed() throws InterruptedException {
        if (loops.isLoop()) {
            throw new IllegalStateException(
                    "this thread serves connections of the server, which cannot close while it waits; use closed()");
        }
        try {
            closed.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of a server cannot fail", e);
        }
    }

    /** Shuts the server down with its grace period and waits, unless on a thread that is needed for that. */
    public void close() {
        shutdown(settings.shutdownGrace());
        if (loops.isLoop()) {
            return;
        }
        try {
            awaitClosed();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
