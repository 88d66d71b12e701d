/**
 * Traces of requests for <a href="https://opentelemetry.io/docs/languages/java/">OpenTelemetry</a>.
 *
 * @see io.acp4j.observability.otel.AcpTracing
 */
@NullMarked
package io.acp4j.observability.otel;

import org.jspecify.annotations.NullMarked;
