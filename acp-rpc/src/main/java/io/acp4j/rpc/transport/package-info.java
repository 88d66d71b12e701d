/**
 * The service-provider interface of transports.
 *
 * <p>A {@link io.acp4j.rpc.transport.Transport} moves frames, each one JSON-RPC message as UTF-8 bytes. It frames bytes
 * and owns the threads, processes or sockets; it neither parses JSON nor knows methods. The engine is its
 * {@link io.acp4j.rpc.transport.TransportListener}. {@link io.acp4j.rpc.transport.InMemoryTransport} is the shortest
 * transport there is; start there to write one.
 *
 * <p>Two rules keep connections from locking up. The thread that delivers frames never waits for the peer to read; it
 * uses {@link io.acp4j.rpc.transport.Transport#offer}. And {@link io.acp4j.rpc.transport.TransportListener#onFrame} may hold
 * that thread for as long as the application is too slow: this slows down the peer.
 */
@NullMarked
package io.acp4j.rpc.transport;

import org.jspecify.annotations.NullMarked;
