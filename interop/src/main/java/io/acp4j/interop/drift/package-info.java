/**
 * Compares the types of acp-schema with the official JSON Schemas, stable and unstable, of both versions.
 *
 * <p><b>The rule.</b> Whatever differs is printed, in both directions; what is ahead of the schema on purpose is named,
 * member by member.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.interop.drift.DriftCheck} is the program, {@link
 * io.acp4j.interop.drift.OurTypes} and {@link io.acp4j.interop.drift.OfficialSchema} are the two sides.
 */
@NullMarked
package io.acp4j.interop.drift;

import org.jspecify.annotations.NullMarked;
