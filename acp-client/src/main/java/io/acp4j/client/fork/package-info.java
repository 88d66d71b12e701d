/**
 * Forks and branches on the client's side.
 *
 * <p><b>The rule.</b> What the agent has not advertised is neither offered nor sent. Everything here follows unsettled proposals,
 * or is this project's extension of the protocol, and may change in any release.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.client.fork.ForkableSession} forks a session where its user chooses: at a message, before one, to edit it or
 * to get another answer. {@link io.acp4j.client.fork.SessionForest} shows which stored session was forked from which, and
 * {@link io.acp4j.client.fork.SessionBranches} works with the branches inside one session, if the agent is made with this library.
 *
 * <pre>{@code
 * ForkableSession forkable = ForkableSession.of(session); // of a client that keeps transcripts
 * ForkedTurn edited = forkable.editAndFork(messageId, "Use a queue instead");
 * edited.turn().await();
 * }</pre>
 *
 * @see <a href="https://agentclientprotocol.com/rfds/session-fork">the specification</a>
 */
@NullMarked
package io.acp4j.client.fork;

import org.jspecify.annotations.NullMarked;
