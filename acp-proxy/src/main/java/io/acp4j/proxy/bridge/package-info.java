/**
 * A bridge between the versions of the protocol: it connects a client of one version to an agent of
 * another.
 *
 * <p><b>The rule.</b> The bridge neither fails on a message nor loses data silently. Data that the other version cannot express is listed,
 * by the names of {@link io.acp4j.proxy.bridge.BridgeLoss}, in {@code _meta["acp4j/bridge"]} of the next message in which the change
 * is visible.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.proxy.bridge.VersionBridge} opens a bridge between two transports.
 */
@NullMarked
package io.acp4j.proxy.bridge;

import org.jspecify.annotations.NullMarked;
