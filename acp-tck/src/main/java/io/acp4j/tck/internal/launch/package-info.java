/**
 * How a client under test is started, and finds the kit where it looks for its agent.
 *
 * <p><b>The rule.</b> All listens on the loopback interface and lets in only who knows a token. Whatever a client speaks,
 * scenarios get the same wire.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.internal.launch.ClientConnector} starts a client for each connection; {@link
 * io.acp4j.tck.internal.launch.AgentEnd} is the place where it meets the kit.
 */
@NullMarked
package io.acp4j.tck.internal.launch;

import org.jspecify.annotations.NullMarked;
