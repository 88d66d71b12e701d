/**
 * The bridge at work: two transports, the choice of versions, and what is passed on unchanged where both peers speak the
 * same.
 *
 * <p><b>The rule.</b> One lock around all that is decided; nobody waits for a peer while holding it.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.proxy.internal.bridge.BridgeConnection} has the transports and the threads,
 * {@link io.acp4j.proxy.internal.bridge.Bridge} decides, {@link io.acp4j.proxy.internal.bridge.Opening} finds out the
 * versions.
 */
@NullMarked
package io.acp4j.proxy.internal.bridge;

import org.jspecify.annotations.NullMarked;
