package io.acp4j.observability.micrometer;

import io.acp4j.observability.internal.Labels;
import io.acp4j.observability.internal.micrometer.ConnectionMeters;
import io.acp4j.observability.internal.micrometer.MeteredConnection;
import io.acp4j.rpc.ConnectionListener;
import io.acp4j.rpc.ConnectionObserver;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/**
 * Counts and times what happens on connections, in a registry of Micrometer's.
 *
 * <p>Added with {@link io.acp4j.rpc.ConnectionOptions.Builder#observer}; one instance serves any number of connections, whose
 * numbers are added up. The meters:
 *
 * <table>
 * <caption>Meters and their tags</caption>
 * <tr><th>meter</th><th>what it tells</th><th>tags</th></tr>
 * <tr><td>{@code acp.connections}</td><td>gauge: open connections</td><td></td></tr>
 * <tr><td>{@code acp.connections.closed}</td><td>counter: ended connections</td>
 *     <td>{@code reason}: {@code local}, {@code peer}, {@code failure}</td></tr>
 * <tr><td>{@code acp.frames}</td><td>counter: frames</td><td>{@code direction}</td></tr>
 * <tr><td>{@code acp.frames.bytes}</td><td>counter: their bytes</td><td>{@code direction}</td></tr>
 * <tr><td>{@code acp.requests}</td><td>timer: ended requests</td>
 *     <td>{@code direction}, {@code method}, {@code outcome}</td></tr>
 * <tr><td>{@code acp.requests.active}</td><td>gauge: requests without a response</td><td>{@code direction}</td></tr>
 * <tr><td>{@code acp.errors}</td><td>counter: requests that ended without a result, and refused input</td>
 *     <td>{@code direction}, {@code method}, {@code error}</td></tr>
 * <tr><td>{@code acp.turns}</td><td>timer: ended turns</td>
 *     <td>{@code direction}, {@code outcome}, {@code stop.reason}</td></tr>
 * <tr><td>{@code acp.turns.active}</td><td>gauge: running turns</td><td>{@code direction}</td></tr>
 * <tr><td>{@code acp.queue.bytes}</td><td>gauge: bytes that wait for handlers or for the transport</td>
 *     <td>{@code direction}</td></tr>
 * </table>
 *
 * <p>Directions are {@code inbound} and {@code outbound}, seen from this side: the time of an outbound request is that of its
 * caller, the time of an inbound one runs from its arrival until its response has been queued. Outcomes are those of
 * {@link io.acp4j.rpc.ConnectionListener.RequestOutcome.Kind}. Methods and codes outside the protocol are {@code _OTHER} unless they
 * have been added here, so a peer cannot create tags. No tag contains the content of a message.
 *
 * <p>In protocol version 1 a turn is its {@code session/prompt} request. In version 2 it runs from the response, which says that the
 * prompt was inserted, to the {@code idle} that ends it; a prompt that waits is not running, and work that no prompt has begun is no
 * turn. A prompt with an error for a response counts as a turn that ended with it, in both.
 *
 * <p>Safe for use by any number of threads.
 *
 * @since 0.1.0
 */
public final class AcpMetrics implements ConnectionObserver {

    private final ConnectionMeters meters;

    private AcpMetrics(Builder builder) {
        this.meters = new ConnectionMeters(builder.registry, builder.tags, new Labels(builder.methods));
    }

    /**
     * Makes meters without further tags.
     *
     * @param registry where they are registered
     * @return an observer for {@link io.acp4j.rpc.ConnectionOptions}
     */
    public static AcpMetrics of(MeterRegistry registry) {
        return builder(registry).build();
    }

    /**
     * Starts the description of meters.
     *
     * @param registry where they are registered
     * @return a builder
     */
    public static Builder builder(MeterRegistry registry) {
        return new Builder(registry);
    }

    @Override
    public ConnectionListener opened(ConnectionObserver.Load load) {
        return new MeteredConnection(meters, load);
    }

    /** Describes meters. Not safe for use by several threads at once. */
    public static final class Builder {

        private final MeterRegistry registry;
        private final Set<String> methods = new HashSet<>();
        private Tags tags = Tags.empty();

        private Builder(MeterRegistry registry) {
            this.registry = Objects.requireNonNull(registry, "registry");
        }

        /**
         * Adds tags to every meter, such as which agent is spoken to. Meters of one registry that are made twice must differ
         * in them, as gauges of the same name and tags replace one another.
         *
         * @param more the tags
         * @return this
         */
        public Builder tags(Iterable<Tag> more) {
            tags = tags.and(more);
            return this;
        }

        /**
         * Names methods that are told apart, beside the protocol's own.
         *
         * @param names the names of extension methods
         * @return this
         */
        public Builder methods(String... names) {
            methods.addAll(Arrays.asList(names));
            return this;
        }

        /**
         * Registers the meters.
         *
         * @return an observer for {@link io.acp4j.rpc.ConnectionOptions}
         */
        public AcpMetrics build() {
            return new AcpMetrics(this);
        }
    }
}
