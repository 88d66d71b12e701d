/**
 * What stands between a client and an agent: proxies that pass messages on as they are, look at some or change them, and the
 * conductor that makes a chain of such components look like one agent.
 *
 * <p>Ids are numbered anew for each transport, so they cannot collide, and a cancellation finds its request at the next hop. One relay
 * serves three shapes: between two transports, as a component of a chain (requests go through {@code proxy/successor}, on one transport), and as
 * the conductor of a chain. As a component holds both directions on one transport, a peer that takes nothing for five minutes is given
 * up, so no circle of waiting lasts.
 *
 * @see io.acp4j.proxy.AcpProxy
 * @see io.acp4j.proxy.Conductor
 */
@NullMarked
package io.acp4j.proxy;

import org.jspecify.annotations.NullMarked;
