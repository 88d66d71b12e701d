/**
 * Patches that need more than a {@code Patch}. Start with {@code GitPatch}: texts before and after a change as version 1 has them, and what
 * version 2 has instead. {@code MetaPatches} makes one patch of two.
 */
@NullMarked
package io.acp4j.schema.internal.patch;

import org.jspecify.annotations.NullMarked;
