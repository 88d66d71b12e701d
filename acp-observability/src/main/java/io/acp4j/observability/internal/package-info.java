/** What metrics and traces have in common. */
@NullMarked
package io.acp4j.observability.internal;

import org.jspecify.annotations.NullMarked;
