/**
 * The smallest agent for many clients on the network.
 *
 * <p><b>The rule.</b> The agent is the same as on the standard streams; only what serves it differs.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.examples.http.EchoServer} is all there is.
 */
@NullMarked
package io.acp4j.examples.http;

import org.jspecify.annotations.NullMarked;
