package io.acp4j.tck.internal.http;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSocket;

/** The sockets of exchanges that have not ended. Closing the set ends their reads. Thread-safe. */
public final class OpenSocketSet implements AutoCloseable {

    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Adds a socket. A socket that is added after the set was closed is closed immediately. */
    void add(Socket socket) {
        sockets.add(socket);
        if (closed) {
            close();
        }
    }

    /** Removes the socket of an exchange that has ended. */
    void remove(Socket socket) {
        sockets.remove(socket);
    }

    @Override
    public void close() {
        closed = true;
        for (Socket socket : List.copyOf(sockets)) {
            sockets.remove(socket);
            closeNow(socket);
        }
    }

    private static void closeNow(Socket socket) {
        try {
            if (socket instanceof SSLSocket) {
                // Without this option, the close waits for a write that the subject does not read.
                socket.setSoLinger(true, 0);
            }
            socket.close();
        } catch (IOException e) {
            // The socket is closed already.
        }
    }
}
