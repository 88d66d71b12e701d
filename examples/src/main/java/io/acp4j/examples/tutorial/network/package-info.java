/**
 * The agent on the network of the tutorial.
 *
 * <p><b>The rule.</b> The tutorial is made of this code, piece by piece; the agent itself is that of {@code
 * io.acp4j.examples.tutorial.agent}, unchanged.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.examples.tutorial.network.Servers} has the server as it is after each step,
 * {@link io.acp4j.examples.tutorial.network.NetworkAgent} is the finished program, and {@link
 * io.acp4j.examples.tutorial.network.RemoteAgent} its client.
 */
@NullMarked
package io.acp4j.examples.tutorial.network;

import org.jspecify.annotations.NullMarked;
