package io.acp4j.proxy.internal.bridge.wire;

import io.acp4j.proxy.bridge.BridgeLimits;
import java.util.function.Supplier;

/** What a translator works with; the supplier makes ids that no other bridge makes. */
public record Surroundings(Wire wire, Timers timers, BridgeSettings settings, Supplier<String> ids) {

    public BridgeLimits limits() {
        return settings.limits();
    }
}
