/**
 * How proxies pass messages on. Start with {@code Relay}: each of its {@code Hop}s is one transport, a {@code Router} decides where a call
 * goes, and a {@code Forwarder} takes it there.
 *
 * <p>Ids are numbered anew for each transport, so they cannot collide, and a cancellation finds its request at the next hop. One relay
 * serves three shapes: between two transports, as a component of a chain (requests go through {@code proxy/successor}, on one transport), and as
 * the conductor of a chain. As a component holds both directions on one transport, a peer that takes nothing for five minutes is given
 * up, so no circle of waiting lasts.
 */
@NullMarked
package io.acp4j.proxy.internal.relay;

import org.jspecify.annotations.NullMarked;
