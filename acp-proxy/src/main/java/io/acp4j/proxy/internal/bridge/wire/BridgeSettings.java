package io.acp4j.proxy.internal.bridge.wire;

import io.acp4j.proxy.bridge.BridgeLimits;

/** How a bridge was built; see its builder. */
public record BridgeSettings(
        BridgeLimits limits, String agentName, boolean echoPrompts, boolean showCorrections, boolean refuseOverlaps) {

    public static BridgeSettings defaults() {
        return new BridgeSettings(BridgeLimits.defaults(), "unknown", false, false, false);
    }
}
