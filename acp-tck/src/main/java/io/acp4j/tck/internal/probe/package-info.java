/** What a scenario works with: connections to the subject, and a place for what was found. */
@NullMarked
package io.acp4j.tck.internal.probe;

import org.jspecify.annotations.NullMarked;
