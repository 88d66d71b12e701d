package io.acp4j.transport.ws;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;

/** The far end of a WebSocket, played by hand on a plain socket: it sends any bytes, right or wrong. */
public final class RawSocket implements AutoCloseable {

    static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";
    static final String ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

    private static final int PATIENCE_MILLIS = 60_000;

    final Socket socket;
    private final DataInputStream in;
    private final boolean masking;

    /** A frame as it came. */
    public record Frame(int first, byte[] payload) {
        int opcode() {
            return first & 0x0f;
        }

        boolean isClose() {
            return opcode() == 8;
        }

        int closeCode() {
            return (payload[0] & 0xff) << 8 | (payload[1] & 0xff);
        }

        String text() {
            return new String(payload, UTF_8);
        }
    }

    public RawSocket(Socket socket, boolean masking) throws IOException {
        this.socket = socket;
        this.masking = masking;
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        this.in = new DataInputStream(socket.getInputStream());
    }

    public static RawSocket connect(int port) throws IOException {
        return new RawSocket(new Socket(InetAddress.getLoopbackAddress(), port), true);
    }

    /** Connects and asks for a WebSocket. */
    public static RawSocket open(WsServer server) throws IOException {
        RawSocket raw = connect(server.port());
        String head = raw.ask(upgrade(""));
        if (!head.startsWith("HTTP/1.1 101 ")) {
            throw new AssertionError("no WebSocket but " + head);
        }
        return raw;
    }

    /** A request for a WebSocket, with further header lines. */
    public static String upgrade(String lines) {
        return upgrade("/acp", lines);
    }

    /** A request for a WebSocket at a path. */
    public static String upgrade(String path, String lines) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + KEY + "\r\n" + lines + "\r\n";
    }

    /** Sends a request and reads the head of the answer. */
    public String ask(String request) throws IOException {
        write(request.getBytes(ISO_8859_1));
        return readHead();
    }

    public String readHead() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.readUnsignedByte());
        }
        return head.toString();
    }

    public void write(byte... bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    public void send(String text) throws IOException {
        frame(0x81, text.getBytes(UTF_8));
    }

    /** Sends a frame with any first byte. */
    public void frame(int first, byte... payload) throws IOException {
        write(encode(first, payload));
    }

    public byte[] encode(int first, byte... payload) {
        return encode(masking, first, payload);
    }

    /** Sends a frame that is masked where it must not be, or is not where it must. */
    void wronglyMasked(int first, byte... payload) throws IOException {
        write(encode(!masking, first, payload));
    }

    /** Begins a frame with a length in eight bytes, and sends no more of it. */
    void announce(int first, long length) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(masking ? 14 : 10);
        head.put((byte) first).put((byte) (masking ? 0xff : 0x7f)).putLong(length);
        write(head.array());
    }

    private static byte[] encode(boolean masking, int first, byte... payload) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(first);
        int mask = masking ? 0x80 : 0;
        if (payload.length < 126) {
            out.write(mask | payload.length);
        } else if (payload.length < 65536) {
            out.write(mask | 126);
            out.write(payload.length >> 8);
            out.write(payload.length);
        } else {
            out.write(mask | 127);
            for (int shift = 56; shift >= 0; shift -= 8) {
                out.write((int) ((long) payload.length >> shift));
            }
        }
        byte[] key = {0x12, 0x34, 0x56, 0x78};
        if (masking) {
            out.writeBytes(key);
        }
        for (int i = 0; i < payload.length; i++) {
            out.write(masking ? payload[i] ^ key[i & 3] : payload[i]);
        }
        return out.toByteArray();
    }

    /** Reads the next frame. */
    public Frame read() throws IOException {
        int first = in.readUnsignedByte();
        int second = in.readUnsignedByte();
        long length = second & 0x7f;
        if (length == 126) {
            length = in.readUnsignedShort();
        } else if (length == 127) {
            length = in.readLong();
        }
        byte[] key = new byte[4];
        if ((second & 0x80) != 0) {
            in.readFully(key);
        }
        byte[] payload = new byte[Math.toIntExact(length)];
        in.readFully(payload);
        for (int i = 0; i < payload.length; i++) {
            payload[i] ^= key[i & 3];
        }
        return new Frame(first, payload);
    }

    /** Reads up to the next Close frame and gives its code. */
    public int readClose() throws IOException {
        Frame frame = read();
        while (!frame.isClose()) {
            frame = read();
        }
        return frame.payload().length == 0 ? 1005 : frame.closeCode();
    }

    /** Reads until the other side has closed; true when it did so in good order. */
    public boolean readEnd() throws IOException {
        try {
            while (true) {
                in.readUnsignedByte();
            }
        } catch (EOFException e) {
            return true;
        }
    }

    /** Ends what is sent; the peer reads its end. */
    void halfClose() throws IOException {
        try {
            socket.shutdownOutput();
        } catch (SocketException e) {
            // The other side has closed it already.
        }
    }

    /** Reads until the connection has ended, in whatever way. */
    void drain() throws IOException {
        try {
            readEnd();
        } catch (SocketException e) {
            // Cut off, which ends it just as well.
        }
    }

    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
