/**
 * What metrics and traces have in common: the labels.
 *
 * <p><b>The rule.</b> A label has a known, small number of values, so a peer can neither fill a store of metrics nor hide
 * text in it. Neither Micrometer nor OpenTelemetry is needed here.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.observability.internal.Labels} is all there is.
 */
@NullMarked
package io.acp4j.observability.internal;

import org.jspecify.annotations.NullMarked;
