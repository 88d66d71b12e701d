/**
 * Bytes to messages and back, in one pass and without a tree.
 *
 * <p>Start with {@code FrameDecoder}, which reads a frame into an {@code Inbound}, and {@code Frames}, which makes what is sent.
 * Nothing here has a thread, a queue or a state that outlives its frame.
 */
@NullMarked
package io.acp4j.rpc.internal.message;

import org.jspecify.annotations.NullMarked;
