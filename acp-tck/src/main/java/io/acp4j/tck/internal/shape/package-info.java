/**
 * The shapes that messages must have, from a schema, and where a message differs from its shape.
 *
 * <p><b>The rule.</b> The schema is data: no type or method of the protocol is named here.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.internal.shape.MessageShapes} reads the schema, {@link
 * io.acp4j.tck.internal.shape.ShapeMonitor} compares every message of the subject.
 */
@NullMarked
package io.acp4j.tck.internal.shape;

import org.jspecify.annotations.NullMarked;
