/**
 * What types of the protocol are built on: names that it has taken, paths of capabilities, and bytes that are JSON already.
 *
 * <p><b>The rule.</b> No type of the protocol and no codec is known here, so that all of them may use it.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.internal.base.StandardMethods} has the names, {@link
 * io.acp4j.schema.internal.base.CapabilityPaths} the paths, {@link io.acp4j.schema.internal.base.VerbatimUtf8} the bytes.
 */
@NullMarked
package io.acp4j.schema.internal.base;

import org.jspecify.annotations.NullMarked;
