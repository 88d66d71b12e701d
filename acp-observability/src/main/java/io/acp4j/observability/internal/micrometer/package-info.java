/**
 * How connections are measured.
 *
 * <p><b>The rule.</b> The number of meters is bounded whatever a peer sends: texts become labels only through {@code
 * Labels}.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.observability.internal.micrometer.MeteredConnection} observes one connection;
 * the meters of all are in {@link io.acp4j.observability.internal.micrometer.ConnectionMeters}.
 */
@NullMarked
package io.acp4j.observability.internal.micrometer;

import org.jspecify.annotations.NullMarked;
