/**
 * How connections are measured. Start with {@code MeteredConnection}, which observes one; the meters of all are in
 * {@code ConnectionMeters}.
 */
@NullMarked
package io.acp4j.observability.internal.micrometer;

import org.jspecify.annotations.NullMarked;
