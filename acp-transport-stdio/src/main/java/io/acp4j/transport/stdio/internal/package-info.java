/**
 * Lines: where they start and end, who writes them, and what a child process says beside them.
 *
 * <p>{@code LineReader} and {@code LineWriter} are the two directions of a {@code Wire}; start there. Nothing here names the API of
 * this module, nor how a process is launched.
 */
@NullMarked
package io.acp4j.transport.stdio.internal;

import org.jspecify.annotations.NullMarked;
