package io.acp4j.tck.internal.websocket;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One frame of RFC 6455, correct or not. Nobody changes its payload. */
public final class Frame {

    public static final int CONTINUATION = 0x0;
    public static final int TEXT = 0x1;
    public static final int BINARY = 0x2;
    public static final int CLOSE = 0x8;
    public static final int PING = 0x9;
    public static final int PONG = 0xA;

    /** Longest payload of a control frame. */
    public static final int MAX_CONTROL = 125;

    /** Longest payload that is read, in bytes. */
    public static final int MAX_PAYLOAD = 16 * 1024 * 1024;

    /** No close code: the close frame has none. */
    public static final int NO_CODE = 1005;

    private static final int FIN = 0x80;
    private static final int MASKED = 0x80;
    private static final int TWO_BYTES = 126;
    private static final int EIGHT_BYTES = 127;
    private static final int SHORT = 0xFFFF;
    private static final int BYTE = 0xFF;

    private static final byte[] NO_MASK = new byte[4];
    private static final byte[] MASK = {0x37, (byte) 0xFA, 0x21, 0x3D};

    private final boolean last;
    private final int reserved;
    private final int opcode;
    private final boolean masked;
    private final byte[] payload;

    private Frame(boolean last, int reserved, int opcode, boolean masked, byte[] payload) {
        this.last = last;
        this.reserved = reserved;
        this.opcode = opcode;
        this.masked = masked;
        this.payload = payload;
    }

    /** Builds a frame that is a message, or a control frame. */
    public static Frame of(int opcode, byte[] payload) {
        return new Frame(true, 0, opcode, false, payload);
    }

    public static Frame text(String text) {
        return of(TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Builds a close frame. */
    public static Frame close(int code) {
        return of(CLOSE, new byte[] {(byte) (code >> 8), (byte) code});
    }

    /** Returns the same frame as one that others follow. */
    public Frame unfinished() {
        return new Frame(false, reserved, opcode, masked, payload);
    }

    /** Returns the same frame with some of the three reserved bits. */
    public Frame withReserved(int bits) {
        return new Frame(last, bits, opcode, masked, payload);
    }

    /** Reads one frame; ends with an {@link IOException} where there is none, or one that is too long. */
    public static Frame read(InputStream in) throws IOException {
        DataInputStream data = new DataInputStream(in);
        int first = data.readUnsignedByte();
        int second = data.readUnsignedByte();
        long length = second & ~MASKED;
        if (length == TWO_BYTES) {
            length = data.readUnsignedShort();
        } else if (length == EIGHT_BYTES) {
            length = data.readLong();
        }
        if (length < 0 || length > MAX_PAYLOAD) {
            throw new TooLong(length);
        }
        boolean masked = (second & MASKED) != 0;
        byte[] mask = masked ? data.readNBytes(NO_MASK.length) : NO_MASK;
        byte[] payload = data.readNBytes((int) length);
        if (payload.length < length || mask.length < NO_MASK.length) {
            throw new IOException("the connection ended within a frame");
        }
        apply(mask, payload);
        return new Frame((first & FIN) != 0, (first >> 4) & 0x7, first & 0xF, masked, payload);
    }

    /** A frame announced more than anybody reads. */
    public static final class TooLong extends IOException {

        private static final long serialVersionUID = 1L;

        TooLong(long length) {
            super("a frame of " + Long.toUnsignedString(length) + " bytes");
        }
    }

    /** Returns the frame as a client sends it, or, unmasked, a server. */
    public byte[] encoded(boolean mask) {
        byte[] key = mask ? MASK : NO_MASK;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(head(payload.length, mask));
        if (mask) {
            out.writeBytes(key);
        }
        byte[] data = payload.clone();
        apply(key, data);
        out.writeBytes(data);
        return out.toByteArray();
    }

    /** Returns the beginning of a masked frame that announces a payload of this length. */
    public byte[] announcing(long length) {
        return head(length, true);
    }

    private byte[] head(long length, boolean mask) {
        ByteBuffer head = ByteBuffer.allocate(10);
        head.put((byte) ((last ? FIN : 0) | (reserved << 4) | opcode));
        int flag = mask ? MASKED : 0;
        if (length <= MAX_CONTROL) {
            head.put((byte) (flag | (int) length));
        } else if (length <= SHORT) {
            head.put((byte) (flag | TWO_BYTES)).putShort((short) length);
        } else {
            head.put((byte) (flag | EIGHT_BYTES)).putLong(length);
        }
        return Arrays.copyOf(head.array(), head.position());
    }

    private static void apply(byte[] mask, byte[] payload) {
        for (int i = 0; i < payload.length; i++) {
            payload[i] ^= mask[i % mask.length];
        }
    }

    public boolean isLast() {
        return last;
    }

    public int reserved() {
        return reserved;
    }

    public int opcode() {
        return opcode;
    }

    public boolean isMasked() {
        return masked;
    }

    public byte[] payload() {
        return payload;
    }

    public boolean is(int wanted) {
        return opcode == wanted;
    }

    public boolean isControl() {
        return opcode >= CLOSE;
    }

    /** Returns the code of a close frame; {@link #NO_CODE} where it has none. */
    public int code() {
        return payload.length < 2 ? NO_CODE : ((payload[0] & BYTE) << 8) | (payload[1] & BYTE);
    }

    /** Returns whether bytes are UTF-8. */
    public static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        String what = switch (opcode) {
            case CONTINUATION -> "continuation";
            case TEXT -> "text";
            case BINARY -> "binary";
            case CLOSE -> "close " + code();
            case PING -> "ping";
            case PONG -> "pong";
            default -> "opcode " + opcode;
        };
        return what + " frame of " + payload.length + " bytes" + (last ? "" : ", not the last")
                + (masked ? ", masked" : "") + (reserved == 0 ? "" : ", reserved bits " + reserved);
    }
}
