/**
 * How proxies pass messages on.
 *
 * <p><b>The rule.</b> Bytes are passed on as they are: only ids are replaced, and only what an interceptor asks for is
 * parsed.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.proxy.internal.relay.Relay}: each {@link io.acp4j.proxy.internal.relay.Hop} of
 * it is one transport, a {@link io.acp4j.proxy.internal.relay.Router} decides where a call goes, and a {@link
 * io.acp4j.proxy.internal.relay.Forwarder} takes it there.
 *
 * <p>Ids are numbered anew for each transport, so they cannot collide, and a cancellation finds its request at the next hop.
 * One relay serves three shapes: between two transports, as a component of a chain (requests go through {@code
 * proxy/successor}, on one transport), and as the conductor of a chain. As a component holds both directions on one
 * transport, a peer that takes nothing for five minutes is given up, so no circle of waiting lasts.
 */
@NullMarked
package io.acp4j.proxy.internal.relay;

import org.jspecify.annotations.NullMarked;
