/** The shapes that messages must have, from a schema, and where a message differs from its shape. */
@NullMarked
package io.acp4j.tck.internal.shape;

import org.jspecify.annotations.NullMarked;
