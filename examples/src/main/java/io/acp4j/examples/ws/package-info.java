/**
 * An agent for many clients over WebSockets, whose sessions outlive the connections.
 *
 * <p><b>The rule.</b> What a client has opened is stored, so a client that connects again finds it.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.examples.ws.WsAgentServer} is all there is.
 */
@NullMarked
package io.acp4j.examples.ws;

import org.jspecify.annotations.NullMarked;
