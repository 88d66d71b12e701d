/**
 * An agent with a memory that branches, and that outlives its process.
 *
 * <p><b>The rule.</b> It keeps nothing itself: the library stores, replays and forks, and the agent only reads its history.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.examples.forking.ForkingAgent} serves a process's streams, {@link
 * io.acp4j.examples.forking.ForkingServer} the network.
 */
@NullMarked
package io.acp4j.examples.forking;

import org.jspecify.annotations.NullMarked;
