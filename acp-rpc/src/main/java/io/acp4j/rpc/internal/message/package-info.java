/**
 * Bytes to messages and back, in one pass and without a tree.
 *
 * <p><b>The rule.</b> Nothing here has a thread, a queue or a state that outlives its frame.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.rpc.internal.message.FrameDecoder} reads a frame into an {@link
 * io.acp4j.rpc.internal.message.Inbound}, {@link io.acp4j.rpc.internal.message.Frames} makes what is sent.
 */
@NullMarked
package io.acp4j.rpc.internal.message;

import org.jspecify.annotations.NullMarked;
