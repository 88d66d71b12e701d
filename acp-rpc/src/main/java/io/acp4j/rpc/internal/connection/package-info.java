/**
 * A connection at work: the calls that this end makes, what becomes of those that arrive, and how it all ends.
 *
 * <p><b>The rule.</b> Every call ends once, here and with the peer. {@link io.acp4j.rpc.internal.connection.Inbox} runs on
 * the reading thread, on which no code of the application ever runs.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.rpc.internal.connection.Inbox#onFrame} is where a message arrives. {@link
 * io.acp4j.rpc.internal.connection.Engine} puts the parts together: {@link
 * io.acp4j.rpc.internal.connection.DefaultConnection} makes calls, {@link io.acp4j.rpc.internal.connection.Responses} ends
 * them, {@link io.acp4j.rpc.internal.connection.InboundCall} is a request of the peer until its one response, and {@link
 * io.acp4j.rpc.internal.connection.Shutdown} ends the connection.
 */
@NullMarked
package io.acp4j.rpc.internal.connection;

import org.jspecify.annotations.NullMarked;
