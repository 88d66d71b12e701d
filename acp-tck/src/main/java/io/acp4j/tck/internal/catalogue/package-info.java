/** The requirements, and what a subject has told of itself that decides which of them apply to it. */
@NullMarked
package io.acp4j.tck.internal.catalogue;

import org.jspecify.annotations.NullMarked;
