package io.acp4j.tck.internal.websocket;

import io.acp4j.tck.internal.http.DeadlineInputStream;
import io.acp4j.tck.internal.http.Dial;
import io.acp4j.tck.internal.http.ResponseHead;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A client's end of one WebSocket. It sends any frame and any header, keeps what comes, and responds to pings, as a live client does.
 * Thread-safe.
 */
public final class RawSocket implements AutoCloseable {

    /** Frames that are kept; a server that sends more is cut off. */
    private static final int MAX_FRAMES = 10_000;

    /** Bytes of them that are kept. */
    private static final long MAX_BYTES = 2L * Frame.MAX_PAYLOAD;

    private static final int KEY_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Frame> frames = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final String key;
    private final UpgradeResponse upgrade;
    private long bytes;
    private @Nullable String end;

    /**
     * Asks a server for a WebSocket.
     *
     * @param uri its address, {@code ws:} or {@code wss:}
     * @param changes headers to add, to send with another value, or, where the value is empty, not to send
     * @param limit how long connecting may take, and how long each piece of the response
     */
    public RawSocket(URI uri, Map<String, String> changes, Duration limit) throws IOException {
        byte[] random = new byte[KEY_BYTES];
        RANDOM.nextBytes(random);
        this.key = Base64.getEncoder().encodeToString(random);
        this.socket = Dial.connect(uri, limit);
        try {
            this.out = socket.getOutputStream();
            DeadlineInputStream timed = new DeadlineInputStream(socket.getInputStream(), limit);
            this.in = new BufferedInputStream(timed);
            out.write(request(uri, changes).getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            this.upgrade = new UpgradeResponse(ResponseHead.read(in));
            timed.removeDeadline();
            socket.setSoTimeout(0);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        if (!upgrade.isUpgrade()) {
            end = "the server responded to the request for a WebSocket with " + upgrade;
            socket.close();
            return;
        }
        Thread reader = new Thread(this::read, "tck-websocket-reader");
        reader.setDaemon(true);
        reader.start();
    }

    private String request(URI uri, Map<String, String> changes) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Host", Dial.host(uri));
        headers.put("Connection", "Upgrade");
        headers.put("Upgrade", "websocket");
        headers.put("Sec-WebSocket-Version", "13");
        headers.put("Sec-WebSocket-Key", key);
        headers.putAll(changes);
        StringBuilder request = new StringBuilder("GET " + Dial.target(uri) + " HTTP/1.1\r\n");
        headers.forEach((name, value) -> {
            if (!value.isEmpty()) {
                request.append(name).append(": ").append(value).append("\r\n");
            }
        });
        return request.append("\r\n").toString();
    }

    private void read() {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        boolean text = false;
        try {
            while (true) {
                Frame frame = Frame.read(in);
                if (frame.is(Frame.PING)) {
                    send(Frame.of(Frame.PONG, frame.payload()));
                }
                if (!frame.isControl()) {
                    text = frame.is(Frame.TEXT) || (text && frame.is(Frame.CONTINUATION));
                    message.writeBytes(frame.payload());
                }
                boolean whole = !frame.isControl() && frame.isLast();
                if (!keep(frame, whole && text ? message.toString(StandardCharsets.UTF_8) : null)) {
                    return;
                }
                if (whole) {
                    message.reset();
                }
            }
        } catch (IOException e) {
            ended("the connection ended" + (e.getMessage() == null ? "" : ": " + e.getMessage()));
        } catch (RuntimeException e) {
            ended("the frames of the server cannot be read: " + e);
            close();
        }
    }

    private boolean keep(Frame frame, @Nullable String text) {
        lock.lock();
        try {
            frames.add(frame);
            if (text != null) {
                texts.add(text);
            }
            bytes += frame.payload().length;
            changed.signalAll();
            if (frames.size() < MAX_FRAMES && bytes < MAX_BYTES) {
                return true;
            }
        } finally {
            lock.unlock();
        }
        ended("the server has sent more than the kit keeps");
        close();
        return false;
    }

    private void ended(String reason) {
        lock.lock();
        try {
            end = end == null ? reason : end;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns what the server said to the request for a WebSocket. */
    public UpgradeResponse upgrade() {
        return upgrade;
    }

    /** Returns whether the server has proven that it read the request. */
    public boolean isProven() {
        return upgrade.header("Sec-WebSocket-Accept").equals(UpgradeResponse.accept(key));
    }

    /** Sends a frame as clients have to, masked. A server that is gone is seen by what does not come. */
    public void send(Frame frame) {
        sendBytes(frame.encoded(true));
    }

    /** Sends bytes as they are. */
    public void sendBytes(byte[] encoded) {
        synchronized (out) {
            try {
                out.write(encoded);
                out.flush();
            } catch (IOException e) {
                ended("the server takes nothing more: " + e.getMessage());
            }
        }
    }

    /** Returns the frames that have come. */
    public List<Frame> frames() {
        lock.lock();
        try {
            return List.copyOf(frames);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the text messages that have come. */
    public List<String> texts() {
        lock.lock();
        try {
            return List.copyOf(texts);
        } finally {
            lock.unlock();
        }
    }

    /** Returns why the connection is over; null while it is not. */
    public @Nullable String end() {
        lock.lock();
        try {
            return end;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until something can be found in what has come, for as long as the server is silent at most; null when that never
     * happened.
     */
    public <T> @Nullable T await(Function<RawSocket, @Nullable T> search, Duration silence)
            throws InterruptedException {
        lock.lockInterruptibly();
        try {
            int seen = frames.size();
            long left = silence.toNanos();
            while (true) {
                T found = search.apply(this);
                if (found != null || end != null || left <= 0) {
                    return found;
                }
                left = changed.awaitNanos(left);
                if (frames.size() > seen) {
                    seen = frames.size();
                    left = silence.toNanos();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the end of the connection; false when it has not come in time. */
    public boolean awaitEnd(Duration limit) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = limit.toNanos();
            while (end == null && left > 0) {
                left = changed.awaitNanos(left);
            }
            return end != null;
        } finally {
            lock.unlock();
        }
    }

    /** Ends what the server can read, without a close frame. */
    public void hangUp() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            ended("the server is gone: " + e.getMessage());
        }
    }

    /** Ends the connection at once, without any farewell. */
    @Override
    public void close() {
        try {
            // A reset rather than an orderly end: the server learns at once that nobody is there.
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            ended("the connection cannot be closed: " + e.getMessage());
        }
    }
}
