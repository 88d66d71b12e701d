/** Newline-delimited JSON over a child process or over the standard streams of this one. */
@NullMarked
package io.acp4j.transport.stdio;

import org.jspecify.annotations.NullMarked;
