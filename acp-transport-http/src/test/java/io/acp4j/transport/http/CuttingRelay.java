package io.acp4j.transport.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A proxy for HTTP/1.1 that resets the sockets of event streams after a random number of bytes. The socket of a stream is reset after its
 * first numbered event, or, if the request has a {@code Last-Event-ID}, at any byte of the response.
 */
final class CuttingRelay implements AutoCloseable {

    private static final int MAX_BYTES = 1_200;

    private final ServerSocket listening = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final int target;
    private final Random random;
    private int cutsLeft;
    private int cuts;

    /**
     * Starts the proxy.
     *
     * @param maxCuts the maximum number of sockets that are reset
     */
    CuttingRelay(int target, long seed, int maxCuts) throws IOException {
        this.target = target;
        this.random = new Random(seed);
        this.cutsLeft = maxCuts;
        thread(this::acceptAll);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Returns the number of sockets that were reset. */
    synchronized int cuts() {
        return cuts;
    }

    private static void thread(Runnable task) {
        Thread thread = new Thread(Relay.THREADS, task, "cutting-relay");
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
                Pair pair = new Pair(client, server);
                thread(pair::copyRequests);
                thread(pair::copyResponses);
            }
        } catch (IOException e) {
            // The test has ended.
        }
    }

    private synchronized int drawBytes() {
        return random.nextInt(MAX_BYTES);
    }

    private synchronized boolean mayCut() {
        if (cutsLeft == 0) {
            return false;
        }
        cutsLeft--;
        cuts++;
        return true;
    }

    /** Two sockets and the direction between them. */
    private final class Pair {

        private final Socket client;
        private final Socket server;
        private volatile boolean isStream;
        private volatile boolean isResumed;

        Pair(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void copyRequests() {
            byte[] buffer = new byte[16 * 1024];
            try {
                InputStream in = client.getInputStream();
                OutputStream out = server.getOutputStream();
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    String head = new String(buffer, 0, read, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
                    if (head.startsWith("get ")) {
                        isResumed = head.contains("last-event-id:");
                        isStream = true;
                    } else if (head.startsWith("post ")) {
                        // The socket of a refused stream may be used again; a message on it could have been executed.
                        isStream = false;
                    }
                    out.write(buffer, 0, read);
                }
                server.shutdownOutput();
            } catch (IOException e) {
                reset();
            }
        }

        void copyResponses() {
            byte[] buffer = new byte[16 * 1024];
            long left = -1;
            try {
                InputStream in = server.getInputStream();
                OutputStream out = client.getOutputStream();
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    int start = 0;
                    left = isStream ? left : -1;
                    if (left < 0 && isStream) {
                        int event = new String(buffer, 0, read, StandardCharsets.ISO_8859_1)
                                .indexOf("\n\n", idAt(buffer, read));
                        if (isResumed || event >= 0) {
                            start = isResumed ? 0 : event + 2;
                            left = drawBytes();
                        }
                    }
                    if (left < 0 || read - start <= left) {
                        out.write(buffer, 0, read);
                        left -= left < 0 ? 0 : read - start;
                    } else if (mayCut()) {
                        out.write(buffer, 0, start + (int) left);
                        reset();
                        return;
                    } else {
                        out.write(buffer, 0, read);
                    }
                }
                client.shutdownOutput();
            } catch (IOException e) {
                reset();
            }
        }

        private int idAt(byte[] buffer, int length) {
            int id = new String(buffer, 0, length, StandardCharsets.ISO_8859_1).indexOf("id: ");
            return id < 0 ? length : id;
        }

        private void reset() {
            close(client);
            close(server);
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
    public void close() throws IOException {
        listening.close();
        sockets.forEach(CuttingRelay::close);
    }
}
