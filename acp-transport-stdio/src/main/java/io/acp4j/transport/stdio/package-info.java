/**
 * Newline-delimited JSON over a child process or over the standard streams of this one.
 *
 * <p>Start with {@link io.acp4j.transport.stdio.StdioTransport}: {@code launch(…)} for a client,
 * {@code ofProcessStreams()} for an agent. {@link io.acp4j.transport.stdio.AgentCommand} is an agent as users write it on a
 * command line. The rule of this package: what is written beside the messages, and how a process ends, is told in
 * exceptions and close reasons, never lost; and no sender is held by a peer that does not read.
 */
@NullMarked
package io.acp4j.transport.stdio;

import org.jspecify.annotations.NullMarked;
