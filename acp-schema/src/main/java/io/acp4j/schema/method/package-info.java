/**
 * The table of the protocol's {@link io.acp4j.schema.method.Methods methods} and the
 * {@link io.acp4j.schema.method.Capabilities capabilities} that they need.
 *
 * <p>Start at {@code Methods}: each constant names a method, its types, who handles it and what must be advertised before
 * it is called.
 */
@NullMarked
package io.acp4j.schema.method;

import org.jspecify.annotations.NullMarked;
