/**
 * A connection at work: the calls that this end makes, what becomes of those that arrive, and how it all ends.
 *
 * <p>{@code Engine} puts the parts together. {@code DefaultConnection} makes calls, {@code Inbox} takes frames from the transport,
 * {@code Responses} ends our calls, {@code Shutdown} the connection; {@code InboundCall} is a request of the peer until its one
 * response. Start with {@code Inbox.onFrame}. It runs on the reading thread, on which no code of the application ever runs.
 */
@NullMarked
package io.acp4j.rpc.internal.connection;

import org.jspecify.annotations.NullMarked;
