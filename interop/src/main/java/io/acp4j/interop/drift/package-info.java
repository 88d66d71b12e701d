/** Compares the types of acp-schema with the official JSON Schema. */
@NullMarked
package io.acp4j.interop.drift;

import org.jspecify.annotations.NullMarked;
