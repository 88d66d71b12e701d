package io.acp4j.examples.endtoend;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A TCP relay in front of a server, whose sockets a test cuts. */
final class SeveredLink implements AutoCloseable {

    private final ServerSocket listening;
    private final int target;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean severed;

    SeveredLink(int target) {
        this.target = target;
        try {
            this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "severed-link");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (!severed) {
                Socket client = add(listening.accept());
                Socket server = add(new Socket(InetAddress.getLoopbackAddress(), target));
                start(() -> copy(client, server));
                start(() -> copy(server, client));
            }
        } catch (IOException e) {
            close();
        }
    }

    private Socket add(Socket socket) throws IOException {
        sockets.add(socket);
        if (severed) {
            socket.close();
        }
        return socket;
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            in.transferTo(out);
        } catch (IOException e) {
            // One of the two ends was cut off.
        }
    }

    /** Cuts all sockets and accepts no others. */
    @Override
    public void close() {
        severed = true;
        try {
            listening.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
