package io.acp4j.tck.internal.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads a stream of events on a thread of its own, until it ends or is closed. */
public final class EventStream implements AutoCloseable {

    /** Longest event that is read, in bytes; a longer one ends the stream. */
    private static final int MAX_EVENT = 64 * 1024 * 1024;

    private final Exchange exchange;
    private final Sink sink;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();
    private boolean hasData;
    private boolean afterReturn;
    private boolean first = true;
    private volatile boolean closed;

    /** Takes what comes, on the stream's thread. */
    public interface Sink {

        void event(byte[] data);

        default void comment() {}

        void ended(String reason);
    }

    /** Starts to read the body of a response. */
    public EventStream(Exchange exchange, Sink sink) throws IOException {
        this.exchange = exchange;
        this.sink = sink;
        exchange.patient();
        Thread reader = new Thread(this::read, "tck-event-reader");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        String reason = "the server ended the stream";
        try (InputStream in = exchange.body()) {
            byte[] chunk = new byte[8 * 1024];
            int count;
            while ((count = in.read(chunk)) >= 0) {
                split(chunk, count);
            }
        } catch (IOException e) {
            reason = "the stream broke off: " + e.getMessage();
        } catch (RuntimeException | StackOverflowError e) {
            reason = "the stream cannot be read: " + e;
        } finally {
            exchange.close();
        }
        if (!closed) {
            sink.ended(reason);
        }
    }

    /** Takes the lines that end here; each ends with a line feed, a carriage return, or both. */
    private void split(byte[] chunk, int count) throws IOException {
        int from = 0;
        for (int at = 0; at < count; at++) {
            byte next = chunk[at];
            if (next == '\n' && afterReturn) {
                from = at + 1;
            } else if (next == '\n' || next == '\r') {
                line.write(chunk, from, at - from);
                take(first ? withoutMark(line.toByteArray()) : line.toByteArray());
                first = false;
                line.reset();
                from = at + 1;
            }
            afterReturn = next == '\r';
        }
        line.write(chunk, from, count - from);
        if (line.size() + data.size() > MAX_EVENT) {
            throw new IOException("an event is longer than " + MAX_EVENT + " bytes");
        }
    }

    private static byte[] withoutMark(byte[] line) {
        boolean marked = line.length >= 3 && line[0] == (byte) 0xEF && line[1] == (byte) 0xBB && line[2] == (byte) 0xBF;
        return marked ? Arrays.copyOfRange(line, 3, line.length) : line;
    }

    private void take(byte[] whole) {
        if (whole.length == 0) {
            if (hasData && !closed) {
                sink.event(data.toByteArray());
            }
            data.reset();
            hasData = false;
            return;
        }
        int colon = 0;
        while (colon < whole.length && whole[colon] != ':') {
            colon++;
        }
        if (colon == 0) {
            sink.comment();
        } else if (new String(whole, 0, colon, StandardCharsets.ISO_8859_1).equals("data")) {
            int from = Math.min(whole.length, colon + 1);
            from += from < whole.length && whole[from] == ' ' ? 1 : 0;
            if (hasData) {
                data.write('\n');
            }
            data.write(whole, from, whole.length - from);
            hasData = true;
        }
    }

    /** Leaves the stream at once; nobody is told. */
    @Override
    public void close() {
        closed = true;
        exchange.close();
    }
}
