/**
 * Traces of requests for <a href="https://opentelemetry.io/docs/languages/java/">OpenTelemetry</a>.
 *
 * <p><b>The rule.</b> OpenTelemetry is an optional dependency that the application brings; this package is loaded only when
 * it is used.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.observability.otel.AcpTracing} adds spans to the options of a connection and
 * describes their names and attributes.
 */
@NullMarked
package io.acp4j.observability.otel;

import org.jspecify.annotations.NullMarked;
