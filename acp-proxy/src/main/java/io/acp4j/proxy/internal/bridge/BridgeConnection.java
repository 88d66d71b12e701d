package io.acp4j.proxy.internal.bridge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.ProxyCloseReason;
import io.acp4j.proxy.ProxyConnection;
import io.acp4j.proxy.bridge.BridgeLimits;
import io.acp4j.proxy.internal.bridge.wire.BridgeSettings;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Side;
import io.acp4j.rpc.internal.text.PeerWarnings;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.rpc.transport.TransportListener.MessageLoss;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.JsonSyntaxException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A bridge between two transports, until one of them ends. */
public final class BridgeConnection implements ProxyConnection {

    private static final Logger LOG = LoggerFactory.getLogger(BridgeConnection.class);
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final ReentrantLock lock = new ReentrantLock();
    private final PeerWarnings warnings = new PeerWarnings();
    private final ObjectMapper json;
    private final Bridge bridge;
    private final Map<Side, Transport> transports = new EnumMap<>(Side.class);
    private final Map<Side, Outbox> outboxes = new EnumMap<>(Side.class);
    private final Set<Side> ended = EnumSet.noneOf(Side.class);
    private final ScheduledThreadPoolExecutor timers;
    private final AtomicReference<@Nullable ProxyCloseReason> first = new AtomicReference<>();
    private final CompletableFuture<ProxyCloseReason> closed = new CompletableFuture<>();
    private final String ownIds = "b-" + UUID.randomUUID() + "-";
    private long lastOwnId;
    /** The ID of the last response that was replaced by an error, so that the error is not replaced again. */
    private volatile @Nullable RequestId replaced;

    private BridgeConnection(BridgeSettings settings, Transport client, Transport agent) {
        BridgeLimits limits = settings.limits();
        int number = NUMBERS.incrementAndGet();
        json = Json.mapper(limits.maxDepth());
        transports.put(Side.CLIENT, client);
        transports.put(Side.AGENT, agent);
        transports.forEach((side, transport) -> outboxes.put(
                side,
                new Outbox(
                        transport,
                        limits.maxQueued(),
                        limits.stallTimeout(),
                        reason -> stalled(side, reason),
                        (message, cause) -> refused(side, message, cause))));
        timers = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "acp-bridge-timer-" + number));
        timers.setKeepAliveTime(10, TimeUnit.SECONDS);
        timers.allowCoreThreadTimeOut(true);
        timers.setRemoveOnCancelPolicy(true);
        bridge = new Bridge(settings, this::send, this::after, () -> ownIds + ++lastOwnId);
        outboxes.forEach((side, outbox) ->
                daemon(outbox, "acp-bridge-" + name(side) + '-' + number).start());
    }

    /** Starts to translate. */
    public static ProxyConnection start(BridgeSettings settings, Transport client, Transport agent) {
        BridgeConnection connection = new BridgeConnection(settings, client, agent);
        connection.start();
        return connection;
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    private static String name(Side side) {
        return side.name().toLowerCase(Locale.ROOT);
    }

    private void start() {
        CompletableFuture<?>[] ends = transports.entrySet().stream()
                .map(each -> each.getValue()
                        .closed()
                        .whenComplete((reason, impossible) -> end(each.getKey(), reason))
                        .toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new);
        var unused = CompletableFuture.allOf(ends).whenComplete((done, impossible) -> {
            timers.shutdownNow();
            closed.complete(reason());
        });
        transports.forEach((side, transport) -> transport.start(new Listener(side)));
    }

    private Outbox outbox(Side side) {
        Outbox outbox = outboxes.get(side);
        if (outbox == null) {
            throw new IllegalStateException("no " + side);
        }
        return outbox;
    }

    /** Called under the lock: the tree is written at once, as it may be changed afterwards. */
    private int send(Side to, ObjectNode message) {
        try {
            byte[] bytes = json.writeValueAsBytes(message);
            outbox(to).add(TreeFrame.of(message, bytes));
            return bytes.length;
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree cannot be written", e);
        }
    }

    private void after(Duration delay, Runnable action) {
        try {
            var unused = timers.schedule(() -> underLock(action), delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("a timer came too late: the bridge is closed");
        }
    }

    private void underLock(Runnable action) {
        lock.lock();
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.error("a bridge failed", e);
        } finally {
            lock.unlock();
        }
    }

    /** Ends one side: what it has left open fails, and the other side is closed once it has been told. */
    private void end(Side side, CloseReason reason) {
        first.compareAndSet(null, new ProxyCloseReason(name(side), reason));
        underLock(() -> {
            if (ended.add(side)) {
                bridge.ended(side, reason.description());
            }
        });
        outboxes.values().forEach(outbox -> outbox.finish(reason));
    }

    private void stalled(Side side, CloseReason reason) {
        LOG.warn("the {} is given up: {}", name(side), reason.description());
        first.compareAndSet(null, new ProxyCloseReason(name(side), reason));
        outboxes.values().forEach(outbox -> outbox.finish(reason));
    }

    /** Fails the request of a message that a transport has refused to send. */
    private void refused(Side to, Envelope message, UncheckedIOException cause) {
        warnings.warn(LOG, "a message was not passed on to the {}: {}", name(to), String.valueOf(cause.getMessage()));
        RequestId id = message.id();
        boolean isResponse = message.kind() == Envelope.Kind.RESPONSE;
        if (id == null || (isResponse && id.equals(replaced))) {
            return;
        }
        ObjectNode error = json.createObjectNode().put("jsonrpc", "2.0");
        error.set("id", RequestId.CODEC.toRaw(id).toTree());
        error.putObject("error")
                .put("code", ErrorCode.INTERNAL_ERROR.value())
                .put("message", "The message cannot be passed on to the " + name(to) + ": " + cause.getMessage());
        if (isResponse) {
            replaced = id;
            underLock(() -> send(to, error));
        } else {
            underLock(() -> bridge.receive(to, error));
        }
    }

    private ProxyCloseReason reason() {
        ProxyCloseReason known = first.get();
        return known == null ? new ProxyCloseReason("proxy", CloseReason.local()) : known;
    }

    @Override
    public CompletionStage<ProxyCloseReason> closed() {
        return closed.minimalCompletionStage();
    }

    @Override
    public ProxyCloseReason awaitClosed() throws InterruptedException {
        try {
            return closed.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of a bridge cannot fail", e);
        }
    }

    @Override
    public void close() {
        first.compareAndSet(null, new ProxyCloseReason("proxy", CloseReason.local()));
        CloseReason reason = CloseReason.peer("the bridge was closed");
        outboxes.values().forEach(outbox -> outbox.finish(reason));
    }

    private final class Listener implements TransportListener {

        private final Side side;

        Listener(Side side) {
            this.side = side;
        }

        @Override
        public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
            Envelope envelope = null;
            try {
                JsonNode message = Json.message(json, buffer, offset, length);
                underLock(() -> bridge.receive(side, message));
                if (message instanceof ObjectNode object) {
                    envelope = TreeFrame.of(object, new byte[0]).envelope();
                }
            } catch (IOException e) {
                FrameError fault = faultOf(e, buffer, offset, length);
                warnings.warn(
                        LOG, "refused a message of {} bytes from the {}: {}", length, name(side), fault.problem());
                underLock(() -> bridge.refuseUnread(side, fault));
            }
            outboxes.values().forEach(Outbox::awaitRoom);
            return envelope;
        }

        private FrameError faultOf(IOException e, byte[] buffer, int offset, int length) {
            JsonSyntaxException problem = e instanceof JsonSyntaxException known
                    ? known
                    : e instanceof JsonProcessingException parsing
                            ? JsonSyntaxException.of(parsing, buffer, offset, length)
                            : new JsonSyntaxException("malformed JSON", -1);
            long readable = problem.byteOffset() < 0 ? length : Math.min(length, problem.byteOffset());
            return FrameError.unreadable(String.valueOf(problem.getMessage()), 0, buffer, offset, (int) readable);
        }

        @Override
        public void onFault(FrameError fault) {
            warnings.warn(
                    LOG,
                    "unreadable input from the {} after byte {}: {}",
                    name(side),
                    fault.position(),
                    fault.problem());
            underLock(() -> bridge.refuseUnread(side, fault));
        }

        /** The protocol has no message that would pass the loss on. */
        @Override
        public void onLoss(MessageLoss loss) {
            warnings.warn(LOG, "{}: messages were lost: {}", name(side), loss.problem());
        }

        @Override
        public void onEnd(CloseReason reason, boolean canSend) {
            end(side, reason);
        }
    }
}
