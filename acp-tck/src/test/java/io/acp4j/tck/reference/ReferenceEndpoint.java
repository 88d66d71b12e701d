package io.acp4j.tck.reference;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Serves reference agents by WebSocket, on a port of this machine. All of them share one store. */
final class ReferenceEndpoint implements AutoCloseable {

    private final ReferenceStore store = new ReferenceStore();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ServerSocket listening;
    private final Faults faults;

    ReferenceEndpoint(Faults faults) throws IOException {
        this(faults, 1);
    }

    /** Serves agents that speak a version of the protocol. */
    ReferenceEndpoint(Faults faults, int version) throws IOException {
        this.faults = faults;
        this.store.second = version == 1 ? null : new V2Store();
        this.listening = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        ReferenceConnector.THREADS.execute(this::listen);
    }

    /** Returns the sessions that there are. */
    List<String> sessions() {
        return store.list().stream()
                .map(session -> session.id + ": " + session.items())
                .toList();
    }

    URI uri() {
        return URI.create("ws://127.0.0.1:" + listening.getLocalPort() + "/acp");
    }

    private void listen() {
        try {
            while (true) {
                Socket socket = listening.accept();
                sockets.add(socket);
                ReferenceConnector.THREADS.execute(() -> serve(socket));
            }
        } catch (IOException e) {
            // Closed: nobody comes any more.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            ReferenceHandshake handshake = ReferenceHandshake.read(socket.getInputStream(), faults);
            socket.getOutputStream().write(handshake.response(listening.getLocalPort()));
            if (handshake.isAccepted(listening.getLocalPort())) {
                ReferenceSocket served = new ReferenceSocket(socket, store, faults, handshake.isRaw());
                served.run();
                if (served.isWithinMessage() && faults.has("ws-dies-with-a-client")) {
                    close();
                }
            }
        } catch (IOException e) {
            // A client that is gone.
        } finally {
            sockets.remove(socket);
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new IllegalStateException("The endpoint cannot be closed", e);
        }
    }
}
