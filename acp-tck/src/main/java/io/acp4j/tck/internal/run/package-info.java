/** Runs scenarios side by side and sums up what they found. */
@NullMarked
package io.acp4j.tck.internal.run;

import org.jspecify.annotations.NullMarked;
