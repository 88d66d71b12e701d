package io.acp4j.tck.reference;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Takes the requests to a reference endpoint: those for a WebSocket it serves itself, as the JDK's server cannot, and the rest goes
 * to that server. It keeps little of what is not read, so that a slow client is seen at once.
 */
final class ReferenceHttpFront implements AutoCloseable {

    private static final int BACKLOG = 256;
    private static final int BUFFER = 32 * 1024;
    private static final long STALL_MILLIS = 500;

    private static final String UNAUTHORIZED = "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer\r\n"
            + "Content-Length: 0\r\nConnection: close\r\n\r\n";

    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ServerSocket listening;
    private final ReferenceStore store;
    private final Faults faults;
    private final int behind;
    private final boolean needsToken;
    private final boolean givesUp;
    private final boolean onlyHttp1;
    private final ReferenceHttp2Front http2;

    /**
     * Starts to listen.
     *
     * @param store the sessions
     * @param faults what is wrong with the endpoint
     * @param behind the port of the server behind it
     */
    ReferenceHttpFront(ReferenceStore store, Faults faults, int behind) throws IOException {
        this.store = store;
        this.faults = socketFaults(faults);
        this.behind = behind;
        this.onlyHttp1 = faults.has(ReferenceHttpEndpoint.ONLY_HTTP_1);
        this.givesUp = faults.has(ReferenceHttpEndpoint.GIVES_UP);
        this.needsToken = faults.has(ReferenceHttpEndpoint.TOKEN_NEEDED);
        this.listening = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        this.http2 = new ReferenceHttp2Front(faults, listening.getLocalPort());
        ReferenceConnector.THREADS.execute(this::listen);
    }

    private static Faults socketFaults(Faults faults) {
        Faults own = new Faults();
        if (faults.has("http-upgrade-without-id")) {
            own.flag("ws-no-id");
        }
        if (faults.has("http-sockets-say-less")) {
            own.rewrite(
                    "update:agent_message_chunk",
                    message ->
                            message.at("/params/update/content/text").asText().equals("7 ")
                                    ? java.util.List.of()
                                    : java.util.List.of(message));
        }
        return own;
    }

    int port() {
        return listening.getLocalPort();
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
            socket.setSendBufferSize(BUFFER);
            byte[] head = head(socket.getInputStream());
            String text = new String(head, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
            if (text.contains("\r\nupgrade: websocket\r\n")) {
                webSocket(socket, head);
            } else {
                pass(socket, head, isHttp2(text) ? http2.port() : behind);
            }
        } catch (IOException e) {
            // A client that is gone.
        } finally {
            sockets.remove(socket);
        }
    }

    private boolean isHttp2(String head) {
        return !onlyHttp1 && (head.startsWith("pri * http/2.0\r\n") || head.contains("\r\nupgrade: h2c\r\n"));
    }

    private static byte[] head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int ends = 0;
        while (ends < 4) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("no request");
            }
            head.write(next);
            ends = next == "\r\n\r\n".charAt(ends) ? ends + 1 : next == '\r' ? 1 : 0;
        }
        return head.toByteArray();
    }

    private void webSocket(Socket socket, byte[] head) throws IOException {
        ReferenceHandshake handshake = ReferenceHandshake.read(new ByteArrayInputStream(head), faults);
        socket.getOutputStream()
                .write(
                        isStranger(head)
                                ? UNAUTHORIZED.getBytes(StandardCharsets.US_ASCII)
                                : handshake.response(port()));
        if (handshake.isAccepted(port()) && !isStranger(head)) {
            new ReferenceSocket(socket, store, faults, handshake.isRaw()).run();
        }
    }

    private boolean isStranger(byte[] head) {
        String known = "\r\nauthorization: bearer " + ReferenceHttpEndpoint.TOKEN + "\r\n";
        return needsToken
                && !new String(head, StandardCharsets.ISO_8859_1)
                        .toLowerCase(Locale.ROOT)
                        .contains(known);
    }

    /** Passes on a request and its response: each has a socket of its own. */
    private void pass(Socket socket, byte[] head, int port) throws IOException {
        try (Socket server = new Socket()) {
            server.setReceiveBufferSize(BUFFER);
            server.connect(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            server.setTcpNoDelay(true);
            server.getOutputStream().write(head);
            ReferenceConnector.THREADS.execute(() -> {
                try {
                    copy(socket.getInputStream(), server.getOutputStream(), () -> {});
                    server.shutdownOutput();
                } catch (IOException | UncheckedIOException e) {
                    drop(server);
                }
            });
            copy(server.getInputStream(), socket.getOutputStream(), () -> drop(socket));
        }
    }

    private void copy(InputStream in, OutputStream out, Runnable onStall) throws IOException {
        byte[] bytes = new byte[BUFFER];
        for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
            var stall =
                    givesUp ? ReferenceConnector.TIMER.schedule(onStall, STALL_MILLIS, TimeUnit.MILLISECONDS) : null;
            out.write(bytes, 0, read);
            out.flush();
            if (stall != null) {
                stall.cancel(false);
            }
        }
    }

    private static void drop(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        http2.close();
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        sockets.forEach(ReferenceHttpFront::drop);
    }
}
