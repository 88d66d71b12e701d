/**
 * Reads and writes {@code session/update} with a piece of text straight as bytes: what agents send most, by far.
 *
 * <p>The rule: whatever {@link io.acp4j.schema.internal.text.TextUpdateReader} accepts, the declared codec reads the same, and
 * whatever {@link io.acp4j.schema.internal.text.TextUpdateWriter} writes, the declared codec writes the same. Both leave what
 * they do not expect to that codec. Only {@code io.acp4j.rpc} sees this package. Start reading at those two classes.
 */
@NullMarked
package io.acp4j.schema.internal.text;

import org.jspecify.annotations.NullMarked;
