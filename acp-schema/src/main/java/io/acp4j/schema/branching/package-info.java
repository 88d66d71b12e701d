/**
 * Branches of a conversation: an extension of this project, spoken by agents that advertise it.
 *
 * <p>The protocol forks sessions but says neither where a fork comes from nor that one session may hold several branches.
 * {@link io.acp4j.schema.branching.SessionLineage}, {@link io.acp4j.schema.branching.ForkDetails} and
 * {@link io.acp4j.schema.branching.ForkRequestOptions} say the former in {@code _meta}; the methods of
 * {@link io.acp4j.schema.branching.BranchMethods}, advertised by
 * {@link io.acp4j.schema.branching.BranchingCapability}, work with the tree of messages that one session holds.
 */
@NullMarked
package io.acp4j.schema.branching;

import org.jspecify.annotations.NullMarked;
