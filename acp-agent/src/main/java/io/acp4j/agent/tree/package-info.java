/**
 * Conversations that branch: sessions that can be forked at any message, and branches inside a session.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.agent.tree.SessionRepository} gives access to everything in a store; {@link
 * io.acp4j.agent.tree.SessionTree} is one session that is open for writing. An agent built with {@code
 * AcpAgentBuilder.sessions} need not call them: it serves {@code session/list}, {@code load}, {@code resume}, {@code
 * close}, {@code delete} and {@code fork} from them.
 *
 * <p><b>The rules.</b> They apply to any store; nothing here knows about requests or clients:
 *
 * <ul>
 *   <li>A fork shares the path to its point with its source and costs the same however long that path is. Afterwards neither
 *       sees what the other adds.
 *   <li>A session sees what it inherited and what it added itself, on any of its branches, and nothing else. A message id
 *       from elsewhere is unknown.
 *   <li>Nodes are in the order in which they were stored; timestamps do not matter.
 *   <li>A change names the version that it was made for. Of two writers one wins, and the other one gets a conflict.
 * </ul>
 */
@NullMarked
package io.acp4j.agent.tree;

import org.jspecify.annotations.NullMarked;
