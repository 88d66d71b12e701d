/**
 * Protocol version 1: the table of its {@link io.acp4j.schema.v1.Methods methods} and the
 * {@link io.acp4j.schema.v1.Capabilities capabilities} that they need.
 *
 * <p>The types lie in one package per area of the protocol below this one.
 */
@NullMarked
package io.acp4j.schema.v1;

import org.jspecify.annotations.NullMarked;
