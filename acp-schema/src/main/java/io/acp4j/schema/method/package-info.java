/**
 * The table of the protocol's methods, and the capabilities that they need.
 *
 * <p><b>The rule.</b> Each method is listed once. The engine, the capability checks, the drift check and the documentation
 * read the same row.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.method.Methods}: each constant names a method, its types, who handles it
 * and which of the {@link io.acp4j.schema.method.Capabilities} must be advertised before it is called.
 */
@NullMarked
package io.acp4j.schema.method;

import org.jspecify.annotations.NullMarked;
