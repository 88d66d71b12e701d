/**
 * Conversations that branch, as a client handles them.
 *
 * <p>{@link io.acp4j.client.fork.ForkableSession} forks sessions where their user points: at a message, before one, to edit it or
 * to ask for another answer. {@link io.acp4j.client.fork.SessionForest} shows which stored session was forked from which, and
 * {@link io.acp4j.client.fork.SessionBranches} works with the branches that one session has at an agent of this project.
 *
 * <pre>{@code
 * ForkableSession forkable = ForkableSession.of(session); // of a client that keeps transcripts
 * ForkedTurn edited = forkable.editAndFork(messageId, "Use a queue instead");
 * edited.turn().await();
 * }</pre>
 *
 * <p>What the agent has not advertised is neither offered nor sent. Everything here follows proposals that the protocol has not
 * settled, or is this project's extension of it, and may change in any release.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/session-fork">the specification</a>
 */
@NullMarked
package io.acp4j.client.fork;

import org.jspecify.annotations.NullMarked;
