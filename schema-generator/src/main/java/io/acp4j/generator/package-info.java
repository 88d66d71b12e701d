/**
 * Writes the protocol's types from their definitions in {@code acp-schema/src/protocol}.
 *
 * <p>Start reading at {@link io.acp4j.generator.Definitions}, which reads the definitions, and {@link
 * io.acp4j.generator.GeneratedSources}, which has a writer for each kind of type. Nothing here knows the types themselves.
 */
@NullMarked
package io.acp4j.generator;

import org.jspecify.annotations.NullMarked;
