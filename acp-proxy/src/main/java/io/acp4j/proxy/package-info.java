/**
 * What stands between a client and an agent: proxies that pass messages on as they are, look at some or change them, and the
 * conductor that makes a chain of such components look like one agent.
 *
 * @see io.acp4j.proxy.AcpProxy
 * @see io.acp4j.proxy.Conductor
 */
@NullMarked
package io.acp4j.proxy;

import org.jspecify.annotations.NullMarked;
