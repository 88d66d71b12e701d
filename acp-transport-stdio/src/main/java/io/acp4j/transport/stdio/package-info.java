/**
 * Newline-delimited JSON over a child process or over the standard streams of this one.
 *
 * <p><b>The rule.</b> What is written beside the messages, and how a process ends, is told in exceptions and close reasons,
 * never lost; and no sender is held by a peer that does not read.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.transport.stdio.StdioTransport}: {@code launch(…)} for a client, {@code
 * ofProcessStreams()} for an agent. {@link io.acp4j.transport.stdio.AgentCommand} is an agent as users write it on a command
 * line.
 */
@NullMarked
package io.acp4j.transport.stdio;

import org.jspecify.annotations.NullMarked;
