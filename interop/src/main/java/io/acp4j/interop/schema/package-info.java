/** Validates recorded conversations against the official JSON Schema. */
@NullMarked
package io.acp4j.interop.schema;

import org.jspecify.annotations.NullMarked;
