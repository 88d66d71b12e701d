package io.acp4j.tck.internal.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;

/** One request and its response with HTTP/1.1, on a socket of their own. */
public final class HttpExchange implements Exchange {

    private static final int SMALL_BUFFER = 16 * 1024;

    private final Socket socket;
    private final Socket wire;
    private final ResponseHead head;
    private final DeadlineInputStream in;
    private final InputStream body;
    private final OpenSocketSet open;

    /**
     * Sends a request and reads the head of the response.
     *
     * @param limit how long connecting may take, and each read
     */
    public HttpExchange(URI uri, HttpCall call, Duration limit) throws IOException {
        this(uri, call, limit, 0, new OpenSocketSet());
    }

    /** Sends a request and reads the head of the response. The set contains the socket until the exchange ends. */
    HttpExchange(URI uri, HttpCall call, Duration limit, OpenSocketSet open) throws IOException {
        this(uri, call, limit, 0, open);
    }

    private HttpExchange(URI uri, HttpCall call, Duration limit, int buffer, OpenSocketSet open) throws IOException {
        this.open = open;
        Dial.Connected connected = Dial.connect(uri, limit, buffer);
        this.socket = connected.socket();
        this.wire = connected.wire();
        open.add(socket);
        try {
            in = new DeadlineInputStream(socket.getInputStream(), limit);
            InputStream buffered = new BufferedInputStream(in);
            OutputStream out = socket.getOutputStream();
            out.write(call.head(Dial.target(uri), Dial.host(uri)));
            if (call.body() != null) {
                out.write(call.body());
            }
            out.flush();
            this.head = ResponseHead.readFinal(() -> ResponseHead.read(buffered));
            this.body = HttpBody.of(head, buffered, call.method());
        } catch (IOException e) {
            open.remove(socket);
            socket.close();
            throw e;
        }
    }

    /** Sends a request whose body the server has to keep until it is read, but for a few kilobytes. */
    public static HttpExchange unread(URI uri, HttpCall call, Duration limit) throws IOException {
        return new HttpExchange(uri, call, limit, SMALL_BUFFER, new OpenSocketSet());
    }

    /** Returns how many bytes have come that nobody has read, as far as the system knows. */
    public int arrived() throws IOException {
        return wire.getInputStream().available();
    }

    @Override
    public ResponseHead head() {
        return head;
    }

    @Override
    public InputStream body() {
        return body;
    }

    @Override
    public void patient() throws IOException {
        in.removeDeadline();
        socket.setSoTimeout(0);
    }

    @Override
    public void close() {
        open.remove(socket);
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // It is closed already.
        }
    }
}
