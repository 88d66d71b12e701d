/**
 * A child process as the other end of a transport: its streams, how it ends, and what is left of it.
 */
@NullMarked
package io.acp4j.transport.stdio.internal.process;

import org.jspecify.annotations.NullMarked;
