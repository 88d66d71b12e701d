// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
/**
 * Branches of a conversation: an extension of this project, for agents that advertise it.
 *
 * <p>The protocol forks sessions but says neither where a fork comes from nor that one session may hold several
 * branches. {@link io.acp4j.schema.branching.SessionLineage}, {@link io.acp4j.schema.branching.ForkDetails} and {@link
 * io.acp4j.schema.branching.ForkRequestOptions} say the former in {@code _meta}; the methods work with the tree of
 * messages that one session holds.
 *
 * <p><b>The rule.</b> Nothing here is asked of an agent that has not advertised it, and everything travels in {@code
 * _meta} or in methods of our own, so other agents and clients never meet it.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.branching.BranchMethods} lists the methods, {@link
 * io.acp4j.schema.branching.BranchingCapability} advertises them.
 */
@NullMarked
package io.acp4j.schema.branching;

import org.jspecify.annotations.NullMarked;
