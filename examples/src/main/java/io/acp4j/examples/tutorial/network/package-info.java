/**
 * The agent on the network of the tutorial. {@link io.acp4j.examples.tutorial.network.Servers} has the server as it is after each step,
 * {@link io.acp4j.examples.tutorial.network.NetworkAgent} the finished program, and {@link
 * io.acp4j.examples.tutorial.network.RemoteAgent} its client.
 */
@NullMarked
package io.acp4j.examples.tutorial.network;

import org.jspecify.annotations.NullMarked;
