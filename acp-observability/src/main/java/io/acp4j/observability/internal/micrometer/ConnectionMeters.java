package io.acp4j.observability.internal.micrometer;

import io.acp4j.observability.internal.Labels;
import io.acp4j.rpc.ConnectionListener.RequestOutcome;
import io.acp4j.rpc.ConnectionObserver;
import io.acp4j.rpc.WireListener.Direction;
import io.acp4j.rpc.transport.CloseReason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The meters of any number of connections. */
public final class ConnectionMeters {

    private final MeterRegistry registry;
    private final Tags tags;
    private final Labels labels;
    private final Set<ConnectionObserver.Load> open = ConcurrentHashMap.newKeySet();
    private final Map<Direction, Counter> frames = new EnumMap<>(Direction.class);
    private final Map<Direction, Counter> bytes = new EnumMap<>(Direction.class);
    private final Map<Direction, AtomicInteger> turns = new EnumMap<>(Direction.class);

    public ConnectionMeters(MeterRegistry registry, Tags tags, Labels labels) {
        this.registry = registry;
        this.tags = tags;
        this.labels = labels;
        gauge("acp.connections", "Open connections", null, tags, Set::size);
        for (Direction direction : Direction.values()) {
            register(direction);
        }
    }

    private void register(Direction direction) {
        Tags directed = directed(direction);
        boolean inbound = direction == Direction.INBOUND;
        frames.put(direction, counter("acp.frames", "Frames", null, directed));
        bytes.put(direction, counter("acp.frames.bytes", "Bytes of frames", "bytes", directed));
        AtomicInteger running = new AtomicInteger();
        turns.put(direction, running);
        gauge("acp.turns.active", "Running turns", null, directed, all -> running.get());
        gauge("acp.requests.active", "Requests without a response", null, directed, all -> {
            int sum = 0;
            for (ConnectionObserver.Load load : all) {
                sum += inbound ? load.inboundRequests() : load.outboundRequests();
            }
            return sum;
        });
        gauge("acp.queue.bytes", "Bytes that wait", "bytes", directed, all -> {
            double sum = 0;
            for (ConnectionObserver.Load load : all) {
                sum += (double) (inbound ? load.queuedInboundBytes() : load.queuedOutboundBytes());
            }
            return sum;
        });
    }

    private Tags directed(Direction direction) {
        return tags.and("direction", direction.name().toLowerCase(Locale.ROOT));
    }

    private void gauge(
            String name,
            String description,
            @Nullable String unit,
            Tags all,
            ToDoubleFunction<Set<ConnectionObserver.Load>> value) {
        Gauge.builder(name, open, value)
                .description(description)
                .baseUnit(unit)
                .tags(all)
                .strongReference(true)
                .register(registry);
    }

    private Counter counter(String name, String description, @Nullable String unit, Tags all) {
        return Counter.builder(name)
                .description(description)
                .baseUnit(unit)
                .tags(all)
                .register(registry);
    }

    void opened(ConnectionObserver.Load load) {
        open.add(load);
    }

    void closed(ConnectionObserver.Load load, CloseReason reason) {
        if (open.remove(load)) {
            String kind = reason.kind().name().toLowerCase(Locale.ROOT);
            counter("acp.connections.closed", "Ended connections", null, tags.and("reason", kind))
                    .increment();
        }
    }

    void frame(Direction direction, int length) {
        Objects.requireNonNull(frames.get(direction)).increment();
        Objects.requireNonNull(bytes.get(direction)).increment(length);
    }

    void refused() {
        error(Direction.INBOUND, "none", "refused");
    }

    /** Counts the running turns of a direction. */
    AtomicInteger turns(Direction direction) {
        return Objects.requireNonNull(turns.get(direction));
    }

    void requestEnded(Direction direction, String method, RequestOutcome outcome, Duration duration) {
        String label = labels.method(method);
        Timer.builder("acp.requests")
                .description("Requests")
                .tags(directed(direction).and("method", label, "outcome", Labels.kind(outcome)))
                .register(registry)
                .record(duration);
        String error = Labels.error(outcome);
        if (error != null) {
            error(direction, label, error);
        }
    }

    void turnEnded(Direction direction, RequestOutcome outcome, Duration duration) {
        String reason = Objects.requireNonNullElse(Labels.stopReason(outcome), "none");
        Timer.builder("acp.turns")
                .description("Turns")
                .tags(directed(direction).and("outcome", Labels.kind(outcome), "stop.reason", reason))
                .register(registry)
                .record(duration);
    }

    private void error(Direction direction, String method, String error) {
        counter("acp.errors", "Errors", null, directed(direction).and("method", method, "error", error))
                .increment();
    }
}
