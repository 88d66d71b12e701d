/**
 * The service-provider interface of transports.
 *
 * <p><b>The rule.</b> Transports move frames: they neither parse JSON nor know methods. The thread that delivers frames
 * never waits for the peer to read; it uses {@link io.acp4j.rpc.transport.Transport#offer}. And {@link
 * io.acp4j.rpc.transport.TransportListener#onFrame} may hold that thread for as long as the application is too slow: this
 * slows down the peer.
 *
 * <p><b>Where to start.</b> A {@link io.acp4j.rpc.transport.Transport} moves frames, each one JSON-RPC message as UTF-8
 * bytes, and owns the threads, processes or sockets; the engine is its {@link io.acp4j.rpc.transport.TransportListener}.
 * {@link io.acp4j.rpc.transport.InMemoryTransport} is the shortest transport there is; read it first to write one.
 */
@NullMarked
package io.acp4j.rpc.transport;

import org.jspecify.annotations.NullMarked;
