/**
 * The symmetric JSON-RPC 2.0 engine of agents and clients: connections, handlers, limits, observers.
 *
 * <p><b>The rule.</b> This package knows messages and their order, but no method and no version of the protocol.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.rpc.Handlers} collects the handlers of methods and opens a
 * {@link io.acp4j.rpc.Connection} over a {@link io.acp4j.rpc.transport.Transport}. {@link io.acp4j.rpc.ConnectionOptions} has
 * every limit with its default.
 *
 * <h2>How a message finds its handler</h2>
 *
 * <p><b>Lanes.</b> The transport's reading thread decodes a frame and appends it to the <i>lane</i> of its session; messages
 * about no session share one lane. A lane is a queue that occupies a thread only while it has messages. Lanes run side by
 * side, so sessions never wait for each other. No code of the application runs on the reading thread.
 *
 * <p><b>Ordering.</b> Within a lane, messages are taken in the order of the wire. A notification holds its lane until its
 * handler has returned. A request only starts in order; its handler then runs beside later messages, since a prompt must not keep
 * its own cancellation waiting. A handler set by {@link io.acp4j.rpc.Handlers.Builder#onRequestAsync onRequestAsync} begins
 * on the lane itself, in order, and must not block. A response takes its place in the lane of its request's session, so it
 * completes after the updates that came before it.
 *
 * <p><b>Overtaking.</b> A handler may call the peer and wait. It would wait forever if the response lay behind it in its own
 * lane. So two kinds of messages pass a waiting handler: the response to a request that it has sent itself, at once; and requests
 * of the peer, as the peer's response may depend on them. When a handler may be waiting through another thread, which
 * cannot be known, responses and requests wait for it for one second and then pass it, too. Notifications never overtake.
 *
 * <p><b>Budget.</b> Bytes that wait in lanes are counted. At
 * {@link io.acp4j.rpc.ConnectionOptions#maxQueuedInboundBytes() maxQueuedInboundBytes} the reading thread pauses, which slows
 * the peer down, until half of them have been handled. A handler that waits for the peer needs what is not yet read: while one
 * does, or when nothing moves for a while, reading goes on, up to four times the limit. If that is full, too, and nothing
 * moves, the requests that handlers wait for fail with {@link io.acp4j.rpc.RequestCancelledException}.
 *
 * <p><b>Ends.</b> Every request ends: with a result, an error, a timeout, a cancellation or
 * {@link io.acp4j.rpc.ConnectionClosedException}. When the peer's input ends, the requests that it has sent are still handled
 * for {@link io.acp4j.rpc.ConnectionOptions#drainTimeout() drainTimeout}; then handlers are cancelled, and the
 * transport is closed. {@link io.acp4j.rpc.Connection#close() close()} cancels them at once.
 *
 * <p>In the code: {@code internal.connection.Inbox.onFrame} is where a message arrives and
 * {@code internal.lane.Lane} where it waits; {@code internal.connection.DefaultConnection} makes calls,
 * {@code internal.connection.Shutdown} ends them, and {@code internal.message.FrameDecoder} reads bytes.
 */
@NullMarked
package io.acp4j.rpc;

import org.jspecify.annotations.NullMarked;
