/**
 * How requests become spans.
 *
 * <p><b>The rule.</b> The context travels in {@code _meta} of the request, under the names that the application's propagator
 * gives it; contents of messages are never attributes.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.observability.internal.otel.Spans} makes them for both sides.
 */
@NullMarked
package io.acp4j.observability.internal.otel;

import org.jspecify.annotations.NullMarked;
