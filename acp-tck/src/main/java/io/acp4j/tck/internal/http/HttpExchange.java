package io.acp4j.tck.internal.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;

/** One request and its response, on a socket of their own. */
public final class HttpExchange implements AutoCloseable {

    private static final int CONTINUES = 200;
    private static final int SMALL_BUFFER = 16 * 1024;

    private final Socket socket;
    private final ResponseHead head;
    private final InputStream body;

    /**
     * Sends a request and reads the head of the response.
     *
     * @param limit how long connecting may take, and each read
     */
    public HttpExchange(URI uri, HttpCall call, Duration limit) throws IOException {
        this(uri, call, limit, 0);
    }

    private HttpExchange(URI uri, HttpCall call, Duration limit, int buffer) throws IOException {
        this.socket = Dial.connect(uri, limit, buffer);
        try {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            out.write(call.head(Dial.target(uri), Dial.host(uri)));
            if (call.body() != null) {
                out.write(call.body());
            }
            out.flush();
            ResponseHead first = ResponseHead.read(in);
            while (first.status() < CONTINUES && first.status() > 0) {
                first = ResponseHead.read(in);
            }
            this.head = first;
            this.body = HttpBody.of(first, in, call.method());
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Sends a request whose body the server has to keep until it is read, but for a few kilobytes. */
    public static HttpExchange unread(URI uri, HttpCall call, Duration limit) throws IOException {
        return new HttpExchange(uri, call, limit, SMALL_BUFFER);
    }

    /** Returns how many bytes have come that nobody has read, as far as the system knows. */
    public int arrived() throws IOException {
        return socket.getInputStream().available();
    }

    public ResponseHead head() {
        return head;
    }

    /** Returns the body, without the marks of its pieces. */
    public InputStream body() {
        return body;
    }

    /** Reads the whole body and ends the exchange. */
    public byte[] finish(int most) throws IOException {
        try (this) {
            return body.readNBytes(most);
        }
    }

    /** Lets the body take any time from now on. */
    public void patient() throws IOException {
        socket.setSoTimeout(0);
    }

    /** Ends the exchange at once, without any farewell. */
    @Override
    public void close() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // It is closed already.
        }
    }
}
