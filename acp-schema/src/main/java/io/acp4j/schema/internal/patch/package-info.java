/**
 * Changes of files and of extra data, in the forms that the versions of the protocol have for them.
 *
 * <p><b>The rule.</b> Pure functions: a value in, a value out. Nothing here knows which update the values come from.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.internal.patch.GitPatch} goes between the two texts of version 1 and the
 * patch of version 2; {@link io.acp4j.schema.internal.patch.MetaPatches} makes one patch of two.
 */
@NullMarked
package io.acp4j.schema.internal.patch;

import org.jspecify.annotations.NullMarked;
