/**
 * Writes the protocol's types from their definitions in {@code acp-schema/src/protocol}.
 *
 * <p><b>The rule.</b> Nothing here knows the types themselves, and what the definitions do not say is refused, never
 * guessed.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.generator.Definitions} reads the definitions; {@link
 * io.acp4j.generator.GeneratedSources} has a writer for each kind of type.
 */
@NullMarked
package io.acp4j.generator;

import org.jspecify.annotations.NullMarked;
