package io.acp4j.examples.tutorial.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The network between a client and a server on this machine: it can be cut and mended. */
final class Relay implements AutoCloseable {

    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private ServerSocket listening;

    /** Passes everything on to a port. */
    Relay(int target) throws IOException {
        this.target = target;
        this.listening = listen(0);
    }

    int port() {
        return listening.getLocalPort();
    }

    private ServerSocket listen(int port) throws IOException {
        ServerSocket server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        start(() -> {
            while (true) {
                Socket client = server.accept();
                Socket agent = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(client);
                sockets.add(agent);
                start(() -> copy(client, agent));
                start(() -> copy(agent, client));
                if (server.isClosed()) { // cut meanwhile
                    closeSockets();
                }
            }
        });
        return server;
    }

    private static void copy(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            in.transferTo(out);
        }
    }

    /** Ends all connections and takes no new ones. */
    void cut() throws IOException {
        listening.close();
        closeSockets();
    }

    /** Takes connections again, on the same port. */
    void mend() throws IOException {
        listening = listen(port());
    }

    private void closeSockets() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    @Override
    public void close() {
        try {
            cut();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // One of the two is gone, as a cut of the network has it.
                    }
                },
                "relay");
        thread.setDaemon(true);
        thread.start();
    }
}
