/**
 * Validates recorded conversations against the official JSON Schema.
 *
 * <p><b>The rule.</b> A message is valid as the schema says, not as this project reads it: only the official definitions
 * decide.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.interop.schema.SchemaCheck} is the program, {@link
 * io.acp4j.interop.schema.OfficialMessages} finds the definition of a message.
 */
@NullMarked
package io.acp4j.interop.schema;

import org.jspecify.annotations.NullMarked;
