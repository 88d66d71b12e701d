/**
 * Meters of connections for <a href="https://docs.micrometer.io/micrometer/reference/">Micrometer</a>.
 *
 * <p><b>The rule.</b> Micrometer is an optional dependency that the application brings; this package is loaded only when it
 * is used.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.observability.micrometer.AcpMetrics} adds meters to the options of a connection
 * and describes each of them.
 */
@NullMarked
package io.acp4j.observability.micrometer;

import org.jspecify.annotations.NullMarked;
