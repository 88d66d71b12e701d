package io.acp4j.observability.otel;

import io.acp4j.observability.internal.Labels;
import io.acp4j.observability.internal.otel.Spans;
import io.acp4j.rpc.ConnectionListener;
import io.acp4j.rpc.ConnectionObserver;
import io.opentelemetry.api.OpenTelemetry;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/**
 * Makes a span of each request, at the side that sends it and at the side that serves it, in one trace.
 *
 * <p>Added with {@link io.acp4j.rpc.ConnectionOptions.Builder#observer}; one instance serves any number of connections. An
 * outgoing request gets a span of kind {@code CLIENT} below the caller's current one, and takes its context along in the
 * {@code _meta} of its parameters: {@code traceparent} and whatever else the propagators add. An incoming request gets a span
 * of kind {@code SERVER} below the one that its {@code _meta} names; it is the current one while the handler runs, so what the
 * handler asks of the peer belongs to it. The span of a handler that goes on elsewhere has to be taken along as usual, save
 * in {@link io.acp4j.rpc.RequestContext#executor()}.
 *
 * <p>The span of a prompt ends with its turn. In protocol version 2 that is later than the response, which is an event of the span,
 * {@code response}.
 *
 * <p>Names and attributes follow OpenTelemetry's conventions for JSON-RPC: the span is named after its method, with {@code
 * rpc.system.name}, {@code rpc.method}, {@code jsonrpc.protocol.version}, {@code jsonrpc.request.id} and, for a failure,
 * {@code error.type} and {@code rpc.response.status_code}. Besides there are {@code acp.session.id} and, for a turn, {@code
 * acp.stop_reason}. A method that is neither the protocol's own nor named here is {@code _OTHER}, with its name in {@code
 * rpc.method_original}. No attribute holds contents of messages, nor do the texts of errors become part of a span.
 *
 * <p>Safe for use by any number of threads.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/semconv/rpc/json-rpc/">OpenTelemetry's conventions for JSON-RPC</a>
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility">the specification on propagated members</a>
 * @since 0.1.0
 */
public final class AcpTracing implements ConnectionObserver {

    private final Spans spans;

    private AcpTracing(Builder builder) {
        this.spans = new Spans(builder.openTelemetry, new Labels(builder.methods));
    }

    /**
     * Makes spans with the tracers and propagators of an OpenTelemetry instance.
     *
     * @param openTelemetry where spans go; with propagators, else nothing is propagated
     * @return an observer for {@link io.acp4j.rpc.ConnectionOptions}
     */
    public static AcpTracing of(OpenTelemetry openTelemetry) {
        return builder(openTelemetry).build();
    }

    /**
     * Starts the description of tracing.
     *
     * @param openTelemetry where spans go; with propagators, else nothing is propagated
     * @return a builder
     */
    public static Builder builder(OpenTelemetry openTelemetry) {
        return new Builder(openTelemetry);
    }

    @Override
    public ConnectionListener opened(ConnectionObserver.Load load) {
        return spans;
    }

    /** Describes tracing. Not safe for use by several threads at once. */
    public static final class Builder {

        private final OpenTelemetry openTelemetry;
        private final Set<String> methods = new HashSet<>();

        private Builder(OpenTelemetry openTelemetry) {
            this.openTelemetry = Objects.requireNonNull(openTelemetry, "openTelemetry");
        }

        /**
         * Names methods that spans may be named after, beside the protocol's own.
         *
         * @param names the names of extension methods
         * @return this
         */
        public Builder methods(String... names) {
            methods.addAll(Arrays.asList(names));
            return this;
        }

        /**
         * Makes the observer.
         *
         * @return an observer for {@link io.acp4j.rpc.ConnectionOptions}
         */
        public AcpTracing build() {
            return new AcpTracing(this);
        }
    }
}
