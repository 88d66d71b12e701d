/** Judges conversations that the kit has no part in. */
@NullMarked
package io.acp4j.tck.internal.passive;

import org.jspecify.annotations.NullMarked;
