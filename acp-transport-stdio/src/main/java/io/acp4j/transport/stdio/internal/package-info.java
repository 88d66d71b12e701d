/**
 * Lines: where they start and end, who writes them, and what a child process says beside them.
 *
 * <p><b>The rule.</b> Nothing here names the API of this module, nor how a process is launched.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.transport.stdio.internal.LineReader} and {@link
 * io.acp4j.transport.stdio.internal.LineWriter} are the two directions of a {@link io.acp4j.transport.stdio.internal.Wire}.
 */
@NullMarked
package io.acp4j.transport.stdio.internal;

import org.jspecify.annotations.NullMarked;
