package io.acp4j.tck.internal.http;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The frames of HTTP/2 on a socket, with which this side begins in that version. Used by one thread at a time. */
final class Http2Frames {

    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int CONTINUATION = 9;

    static final int END_STREAM = 0x1;
    static final int END_HEADERS = 0x4;
    static final int PADDED = 0x8;
    static final int PRIORITY = 0x20;

    /** How long a frame may be, in bytes, unless the other side allows more. */
    static final int MAX_FRAME = 16 * 1024;

    private static final int RESET = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GO_AWAY = 7;
    private static final int WINDOW_UPDATE = 8;
    private static final int ACK = 0x1;

    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int SETTING_BYTES = 6;
    private static final short INITIAL_WINDOW_SIZE = 4;
    private static final short ENABLE_PUSH = 2;
    private static final int FIRST_WINDOW = 65_535;

    private final Socket socket;
    private final DeadlineInputStream timed;
    private final DataInputStream in;
    private final OutputStream out;

    /**
     * A frame.
     *
     * @param payload what it carries
     */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares them or changes the bytes.
    record Frame(int type, int flags, int stream, byte[] payload) {

        boolean has(int flag) {
            return (flags & flag) != 0;
        }
    }

    Http2Frames(Socket socket, Duration limit) throws IOException {
        this.socket = socket;
        this.timed = new DeadlineInputStream(socket.getInputStream(), limit);
        this.in = new DataInputStream(new BufferedInputStream(timed));
        this.out = socket.getOutputStream();
    }

    /** Writes that this side speaks HTTP/2, and lets the other send as much as it likes, which nothing has to be said of later. */
    void begin() throws IOException {
        out.write(PREFACE);
        ByteBuffer settings = ByteBuffer.allocate(2 * SETTING_BYTES);
        settings.putShort(ENABLE_PUSH).putInt(0);
        settings.putShort(INITIAL_WINDOW_SIZE).putInt(Integer.MAX_VALUE);
        write(SETTINGS, 0, 0, settings.array());
        write(
                WINDOW_UPDATE,
                0,
                0,
                ByteBuffer.allocate(Integer.BYTES)
                        .putInt(Integer.MAX_VALUE - FIRST_WINDOW)
                        .array());
    }

    /** Returns whether the first thing that the other side says are its settings, as it does who speaks HTTP/2. */
    boolean isBegun() throws IOException {
        Frame first = readAny();
        return first.type == SETTINGS
                && !first.has(ACK)
                && first.stream == 0
                && first.payload.length % SETTING_BYTES == 0;
    }

    void write(int type, int flags, int stream, byte[] payload) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
        frame.putInt(payload.length << 8 | type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload);
        out.write(frame.array());
        out.flush();
    }

    /** Returns the next frame of the one stream that there is; what is about the socket is responded to meanwhile. */
    Frame read() throws IOException {
        while (true) {
            Frame next = readAny();
            switch (next.type) {
                case DATA, HEADERS, CONTINUATION -> {
                    return next;
                }
                case RESET -> throw new IOException("the server has reset the stream, error " + number(next, 0));
                case GO_AWAY -> {
                    if (number(next, Integer.BYTES) != 0) {
                        throw new IOException(
                                "the server has ended the connection, error " + number(next, Integer.BYTES));
                    }
                }
                case SETTINGS, PING -> {
                    if (!next.has(ACK)) {
                        write(next.type, ACK, 0, next.type == PING ? next.payload : new byte[0]);
                    }
                }
                default -> {
                    // Windows, priorities, and what is to be ignored where it is not known.
                }
            }
        }
    }

    private static int number(Frame frame, int at) throws IOException {
        if (frame.payload.length < at + Integer.BYTES) {
            throw new IOException("the server sent a frame that is too short");
        }
        return ByteBuffer.wrap(frame.payload).getInt(at);
    }

    private Frame readAny() throws IOException {
        int start = in.readInt();
        int length = start >>> 8;
        if (length > MAX_FRAME) {
            throw new IOException("the server sent a frame of " + length + " bytes");
        }
        int flags = in.readUnsignedByte();
        int stream = in.readInt() & Integer.MAX_VALUE;
        byte[] payload = new byte[length];
        in.readFully(payload);
        return new Frame(start & 0xff, flags, stream, payload);
    }

    /** Lets each read take any time from now on. */
    void patient() throws IOException {
        timed.removeDeadline();
        socket.setSoTimeout(0);
    }

    void close() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // It is closed already.
        }
    }
}
