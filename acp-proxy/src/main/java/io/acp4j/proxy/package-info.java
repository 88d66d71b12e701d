/**
 * Proxies between a client and an agent, which pass messages on, inspect or change them, and the conductor that presents a chain
 * of proxies as one agent.
 *
 * <p><b>The rule.</b> What this library does not know passes unchanged, in order; an interceptor sees only the methods that
 * it was added for.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.proxy.AcpProxy} is one proxy between two transports, {@link
 * io.acp4j.proxy.Conductor} a chain of them; {@link io.acp4j.proxy.CallInterceptor} looks at calls.
 */
@NullMarked
package io.acp4j.proxy;

import org.jspecify.annotations.NullMarked;
