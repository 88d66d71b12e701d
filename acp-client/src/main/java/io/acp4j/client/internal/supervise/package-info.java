/**
 * Watches over a connection and replaces it.
 *
 * <p>The rule: nothing is sent twice, and a client that is lost stays closed. Start reading at
 * {@link io.acp4j.client.internal.supervise.DefaultSupervisedAgent}.
 */
@NullMarked
package io.acp4j.client.internal.supervise;

import org.jspecify.annotations.NullMarked;
