/** Texts before and after a change as version 1 has them, and the patches that version 2 has instead. */
@NullMarked
package io.acp4j.schema.internal.patch;

import org.jspecify.annotations.NullMarked;
