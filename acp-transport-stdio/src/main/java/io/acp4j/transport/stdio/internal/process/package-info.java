/**
 * A child process as the other end of a transport: its streams, how it ends, and what is left of it.
 *
 * <p><b>The rule.</b> Nothing here frames lines or knows messages: it has streams, an exit, and the end of the error output.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.transport.stdio.internal.process.ProcessWire} is all there is; processes
 * themselves are the business of {@code io.acp4j.process}.
 */
@NullMarked
package io.acp4j.transport.stdio.internal.process;

import org.jspecify.annotations.NullMarked;
