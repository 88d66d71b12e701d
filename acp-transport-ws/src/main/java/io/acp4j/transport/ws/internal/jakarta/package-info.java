/**
 * How messages get into and out of a session of a Jakarta container.
 *
 * <p>Knows the Jakarta API and the queues of {@link io.acp4j.transport.ws.internal}, and nothing of the API of this module.
 * Start with {@code SessionWriter}, which copes with containers that block.
 */
@NullMarked
package io.acp4j.transport.ws.internal.jakarta;

import org.jspecify.annotations.NullMarked;
