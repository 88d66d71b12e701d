/**
 * What version 1 of the protocol asks of an agent on the wire.
 *
 * <p><b>The rule.</b> Types of the vocabulary are written as they are declared, so what stands here is only what that cannot
 * say.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.agent.internal.v1.V1Version} names all of it.
 */
@NullMarked
package io.acp4j.agent.internal.v1;

import org.jspecify.annotations.NullMarked;
