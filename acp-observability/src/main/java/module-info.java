/**
 * Micrometer meters and OpenTelemetry traces of connections; each needs its own library only.
 *
 * @see io.acp4j.observability.micrometer.AcpMetrics
 * @see io.acp4j.observability.otel.AcpTracing
 */
module io.acp4j.observability {
    requires transitive io.acp4j.rpc;
    requires static transitive org.jspecify;
    requires static transitive io.opentelemetry.api;
    requires static transitive io.opentelemetry.context;
    requires static transitive micrometer.core;

    exports io.acp4j.observability.micrometer;
    exports io.acp4j.observability.otel;
}
