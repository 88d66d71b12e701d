package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A proxy for HTTP/1.1 that resets the socket of one selected request. */
final class MessageRelay extends SocketRelay {

    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: *(\\d+)");

    /** The point of the exchange at which the socket is reset. */
    enum Cut {
        /** The server does not receive the request. */
        BEFORE_REQUEST,
        /** The server receives the request, and the client no response. */
        BEFORE_RESPONSE,
        /** The client receives the head of the response. */
        AFTER_HEAD
    }

    private final Cut cut;
    private final Predicate<String> selected;
    private boolean isCut;

    /**
     * Starts the proxy.
     *
     * @param selected selects the request by its head and body; the first selected request is cut
     */
    MessageRelay(int target, Cut cut, Predicate<String> selected) throws IOException {
        super(target);
        this.cut = cut;
        this.selected = selected;
        start();
    }

    /** Returns true if the socket of a request was reset. */
    synchronized boolean hasCut() {
        return isCut;
    }

    private synchronized boolean isCutNow(String request) {
        boolean now = !isCut && selected.test(request);
        isCut |= now;
        return now;
    }

    @Override
    Pair pair(Socket client, Socket server) {
        return new Exchange(client, server);
    }

    private final class Exchange extends Pair {

        private volatile @Nullable Cut next;

        Exchange(Socket client, Socket server) {
            super(client, server);
        }

        @Override
        void copyRequests() {
            try {
                InputStream in = client.getInputStream();
                OutputStream out = server.getOutputStream();
                while (true) {
                    String head = head(in);
                    Matcher length = LENGTH.matcher(head);
                    byte[] body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
                    String request = head + new String(body, ISO_8859_1);
                    if (isCutNow(request.toLowerCase(Locale.ROOT))) {
                        next = cut;
                        if (cut == Cut.BEFORE_REQUEST) {
                            throw new EOFException("cut");
                        }
                    }
                    out.write(request.getBytes(ISO_8859_1));
                }
            } catch (IOException e) {
                reset();
            }
        }

        private String head(InputStream in) throws IOException {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
                int read = in.read();
                if (read < 0) {
                    throw new EOFException("closed");
                }
                head.write(read);
            }
            return head.toString(ISO_8859_1);
        }

        @Override
        void copyResponses() {
            byte[] buffer = new byte[16 * 1024];
            try {
                InputStream in = server.getInputStream();
                OutputStream out = client.getOutputStream();
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    if (next == Cut.BEFORE_RESPONSE) {
                        break;
                    }
                    int head =
                            next == Cut.AFTER_HEAD ? new String(buffer, 0, read, ISO_8859_1).indexOf("\r\n\r\n") : -1;
                    out.write(buffer, 0, head < 0 ? read : head + 4);
                    if (head >= 0) {
                        break;
                    }
                }
            } catch (IOException e) {
                // The sockets are closed below.
            }
            reset();
        }
    }
}
