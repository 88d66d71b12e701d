/**
 * Meters of connections for <a href="https://docs.micrometer.io/micrometer/reference/">Micrometer</a>.
 *
 * @see io.acp4j.observability.micrometer.AcpMetrics
 */
@NullMarked
package io.acp4j.observability.micrometer;

import org.jspecify.annotations.NullMarked;
