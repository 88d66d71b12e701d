/**
 * How requests become spans. Start with {@code Spans}.
 */
@NullMarked
package io.acp4j.observability.internal.otel;

import org.jspecify.annotations.NullMarked;
