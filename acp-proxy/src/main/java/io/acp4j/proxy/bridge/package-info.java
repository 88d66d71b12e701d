/**
 * A bridge between the versions of the protocol: it puts an agent of one version behind a client of another.
 *
 * <p>Rule: whatever a peer sends, the bridge neither fails nor keeps silent. What the other version cannot say is listed, by the names of
 * {@link io.acp4j.proxy.bridge.BridgeLoss}, in {@code _meta["acp4j/bridge"]} of the next message that the change is visible in.
 *
 * <p>Start with {@link io.acp4j.proxy.bridge.VersionBridge}.
 */
@NullMarked
package io.acp4j.proxy.bridge;

import org.jspecify.annotations.NullMarked;
