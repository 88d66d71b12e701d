/**
 * A bridge between the versions of the protocol: it puts an agent of one version behind a client of another.
 *
 * <p><b>The rule.</b> Whatever a peer sends, the bridge neither fails nor keeps silent. What the other version cannot say is
 * listed, by the names of {@link io.acp4j.proxy.bridge.BridgeLoss}, in {@code _meta["acp4j/bridge"]} of the next message
 * that the change is visible in.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.proxy.bridge.VersionBridge} opens a bridge between two transports.
 */
@NullMarked
package io.acp4j.proxy.bridge;

import org.jspecify.annotations.NullMarked;
