/**
 * WebSockets byte for byte, for what a library would neither send nor show.
 *
 * <p><b>The rule.</b> A frame is sent as it is described, correct or not, and shown as it came.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.internal.websocket.RawSocket} is the client's end, {@link
 * io.acp4j.tck.internal.websocket.Frame} one frame.
 */
@NullMarked
package io.acp4j.tck.internal.websocket;

import org.jspecify.annotations.NullMarked;
