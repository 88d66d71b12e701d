/**
 * What the agent and the client set on a connection beyond the handlers of an application: the request that opens it, and the dialects.
 *
 * <p><b>The rule.</b> Applications use {@link io.acp4j.rpc.Handlers}, which has no other handlers than these.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.rpc.internal.protocol.ProtocolHandlers}.
 */
@NullMarked
package io.acp4j.rpc.internal.protocol;

import org.jspecify.annotations.NullMarked;
