package io.acp4j.transport.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy for HTTP/1.1 that can reset the sockets of its clients. */
abstract class SocketRelay implements AutoCloseable {

    private final ServerSocket listening = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final int target;

    SocketRelay(int target) throws IOException {
        this.target = target;
    }

    /** The socket of a client and that of the server. Each direction is copied by its own thread. */
    abstract static class Pair {

        final Socket client;
        final Socket server;

        Pair(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        abstract void copyRequests();

        abstract void copyResponses();

        final void reset() {
            close(client);
            close(server);
        }
    }

    abstract Pair pair(Socket client, Socket server);

    /** Begins to accept clients. A subclass calls this at the end of its constructor. */
    final void start() {
        thread(this::acceptAll);
    }

    final int port() {
        return listening.getLocalPort();
    }

    private void thread(Runnable task) {
        Thread thread = new Thread(Relay.THREADS, task, getClass().getSimpleName());
        thread.setDaemon(true);
        thread.start();
    }

    private void acceptAll() {
        try {
            while (true) {
                Socket client = listening.accept();
                sockets.add(client);
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(server);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                Pair pair = pair(client, server);
                thread(pair::copyRequests);
                thread(pair::copyResponses);
            }
        } catch (IOException e) {
            // The test has ended.
        }
    }

    private static void close(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // It is already closed.
        }
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public final void close() throws IOException {
        listening.close();
        sockets.forEach(SocketRelay::close);
    }
}
