/** Bytes from and to the subject, kept as they are, and what can be told of each message without trusting it. */
@NullMarked
package io.acp4j.tck.internal.wire;

import org.jspecify.annotations.NullMarked;
