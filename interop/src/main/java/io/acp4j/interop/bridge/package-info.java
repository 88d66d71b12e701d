/**
 * Puts the interop agents behind clients of another version of the protocol.
 *
 * <p><b>The rule.</b> It is the bridge of acp-proxy and two transports, with nothing of its own in between.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.interop.bridge.InteropBridge} is all there is.
 */
@NullMarked
package io.acp4j.interop.bridge;

import org.jspecify.annotations.NullMarked;
