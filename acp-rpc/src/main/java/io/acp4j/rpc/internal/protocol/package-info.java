/**
 * The handlers of a connection with a protocol: those of an application, the request that opens the connection, and the dialects.
 *
 * <p><b>The rule.</b> Applications use {@link io.acp4j.rpc.Handlers}, which has no other handlers than these.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.rpc.internal.protocol.ProtocolHandlers}.
 */
@NullMarked
package io.acp4j.rpc.internal.protocol;

import org.jspecify.annotations.NullMarked;
