package io.acp4j.transport.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;

/**
 * A proxy for HTTP/1.1 that resets the sockets of event streams after a random number of bytes. The socket of a stream is reset after its
 * first numbered event, or, if the request has a {@code Last-Event-ID}, at any byte of the response.
 */
final class CuttingRelay extends SocketRelay {

    private static final int MAX_BYTES = 1_200;

    private final Random random;
    private int cutsLeft;
    private int cuts;

    /**
     * Starts the proxy.
     *
     * @param maxCuts the maximum number of sockets that are reset
     */
    CuttingRelay(int target, long seed, int maxCuts) throws IOException {
        super(target);
        this.random = new Random(seed);
        this.cutsLeft = maxCuts;
        start();
    }

    /** Returns the number of sockets that were reset. */
    synchronized int cuts() {
        return cuts;
    }

    @Override
    Pair pair(Socket client, Socket server) {
        return new Exchange(client, server);
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

    private final class Exchange extends Pair {

        private volatile boolean isStream;
        private volatile boolean isResumed;

        Exchange(Socket client, Socket server) {
            super(client, server);
        }

        @Override
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

        @Override
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
    }
}
