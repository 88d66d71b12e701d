/**
 * An agent of the newer version behind a client of the older one: states become turns.
 *
 * <p><b>The rule.</b> All runs under the lock of the bridge and never waits for a peer. What a client has been shown is
 * remembered per session, and no more than its limits allow.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.proxy.internal.bridge.newer.NewerAgent} takes every message; {@link
 * io.acp4j.proxy.internal.bridge.newer.Turns} makes turns of states, {@link
 * io.acp4j.proxy.internal.bridge.newer.ShownUpdates} updates of updates.
 */
@NullMarked
package io.acp4j.proxy.internal.bridge.newer;

import org.jspecify.annotations.NullMarked;
