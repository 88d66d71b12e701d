/**
 * Watches over a connection and replaces it.
 *
 * <p><b>The rule.</b> Nothing is sent twice, and a client that is lost stays closed.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.client.internal.supervise.DefaultSupervisedAgent} notices the end of a
 * connection; {@link io.acp4j.client.internal.supervise.Reconnection} makes the next one.
 */
@NullMarked
package io.acp4j.client.internal.supervise;

import org.jspecify.annotations.NullMarked;
