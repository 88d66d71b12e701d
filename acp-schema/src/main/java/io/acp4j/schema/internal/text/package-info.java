/**
 * Reads and writes {@code session/update} with a piece of text straight as bytes: what agents send most, by far.
 *
 * <p><b>The rule.</b> Whatever {@link io.acp4j.schema.internal.text.TextUpdateReader} accepts, the declared codec reads the
 * same, and whatever {@link io.acp4j.schema.internal.text.TextUpdateWriter} writes, the declared codec writes the same. Both
 * leave what they do not expect to that codec. Only {@code io.acp4j.rpc} sees this package.
 *
 * <p><b>Where to start.</b> Begin with {@link io.acp4j.schema.internal.text.TextUpdateReader} and {@link
 * io.acp4j.schema.internal.text.TextUpdateWriter}, the two ways in.
 */
@NullMarked
package io.acp4j.schema.internal.text;

import org.jspecify.annotations.NullMarked;
