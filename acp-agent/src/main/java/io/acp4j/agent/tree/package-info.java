/**
 * Conversations that branch: sessions that can be forked at any message, and branches inside a session.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.agent.tree.Conversations} knows all that a store holds; {@link io.acp4j.agent.tree.SessionTree} is one
 * session that is open for writing. An agent built with {@code AcpAgentBuilder.conversations} needs no call of them: it
 * serves {@code session/list}, {@code load}, {@code resume}, {@code close}, {@code delete} and {@code fork} from them.
 *
 * <p><b>The rules</b> hold for any store, and nothing here knows of requests or clients:
 *
 * <ul>
 *   <li>A fork shares the path to its point with its source and costs the same however long that is. Afterwards neither
 *       sees what the other does.
 *   <li>A session sees what it inherited and what it added itself, on any of its branches, and nothing else. A message id
 *       from elsewhere is an unknown one.
 *   <li>The order of nodes is the order in which the store was written, never that of timestamps.
 *   <li>A change says which version it was made for; of two writers one wins and the other one learns that.
 * </ul>
 */
@NullMarked
package io.acp4j.agent.tree;

import org.jspecify.annotations.NullMarked;
