/**
 * What server and client of Streamable HTTP share: the head of a message.
 *
 * <p><b>The rule.</b> One pass over the bytes, no tree, and only what routing and the status of a response need; the engine
 * reads the message itself.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.transport.http.internal.MessageHead} is all there is.
 */
@NullMarked
package io.acp4j.transport.http.internal;

import org.jspecify.annotations.NullMarked;
