package io.acp4j.transport.ws.internal.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;

/**
 * Rewrites each long data frame as a sequence of fragments before it is decoded. At most one fragment is buffered, and an oversize message
 * can be skipped. Other bytes pass unchanged, including invalid frames. Used by one thread.
 */
final class LongFrameSplitter {

    /** Maximum payload of a fragment; a multiple of the length of a mask, so that each fragment starts with the mask's first byte. */
    static final int PIECE_BYTES = 32 * 1024;

    private static final int FIN = 0x80;
    private static final int RESERVED_AND_OPCODE = 0x7f;
    private static final int CONTROL = 0x08;
    private static final int MASKED = 0x80;
    private static final int LENGTH = 0x7f;
    private static final int LENGTH_IN_2_BYTES = 126;
    private static final int LENGTH_IN_8_BYTES = 127;
    private static final int LONGEST_LENGTH_IN_2_BYTES = 0xffff;
    private static final int MASK_BYTES = 4;

    private final long maxFrameBytes;
    private final long mostBytes;
    private final byte[] head = new byte[14];
    private int headBytes;
    /** Number of payload bytes of the current frame that have not arrived. */
    private long frameLeft;

    private int pieceLeft;
    private boolean isFirstPiece;
    private boolean isSplitting;
    private boolean isInvalid;

    /**
     * Creates a splitter.
     *
     * @param maxFrameBytes the length above which a frame is reported
     * @param mostBytes the length above which a frame is a fault
     */
    LongFrameSplitter(long maxFrameBytes, long mostBytes) {
        this.maxFrameBytes = maxFrameBytes;
        this.mostBytes = mostBytes;
    }

    /** Receives the frames. */
    interface Output {

        /** Receives the next bytes, and releases them. */
        void pass(ByteBuf bytes) throws Exception;

        /** Reports that the next frame exceeds the limit. */
        void onOversizeFrame();
    }

    /** Passes the readable bytes on, except for an incomplete frame header at their end. */
    void split(ByteBuf in, Output out) throws Exception {
        int passed = in.readerIndex();
        int headStart = passed;
        while (in.isReadable() && !isInvalid) {
            if (isSplitting) {
                passPiece(in, out);
                passed = in.readerIndex();
            } else if (frameLeft > 0) {
                int count = (int) Math.min(frameLeft, in.readableBytes());
                in.skipBytes(count);
                frameLeft -= count;
            } else {
                boolean isCarried = headBytes > 0;
                headStart = isCarried ? passed : in.readerIndex();
                if (!readHead(in)) {
                    break;
                }
                if (isLong()) {
                    pass(in, passed, headStart, out);
                    passed = in.readerIndex();
                    begin(out);
                } else if (isCarried) {
                    out.pass(Unpooled.copiedBuffer(head, 0, headBytes));
                    passed = in.readerIndex();
                }
                headBytes = 0;
            }
        }
        if (isInvalid) {
            in.readerIndex(in.writerIndex());
        }
        pass(in, passed, headBytes > 0 ? headStart : in.readerIndex(), out);
    }

    private static void pass(ByteBuf in, int from, int to, Output out) throws Exception {
        if (to > from) {
            out.pass(in.retainedSlice(from, to - from));
        }
    }

    /** Returns true if the header is complete. */
    private boolean readHead(ByteBuf in) {
        while (in.isReadable()) {
            head[headBytes++] = in.readByte();
            if (headBytes >= 2 && headBytes == headLength()) {
                frameLeft = payloadLength();
                return true;
            }
        }
        return false;
    }

    private int headLength() {
        int length = head[1] & LENGTH;
        int lengthBytes = length == LENGTH_IN_8_BYTES ? Long.BYTES : length == LENGTH_IN_2_BYTES ? Short.BYTES : 0;
        return 2 + lengthBytes + ((head[1] & MASKED) == 0 ? 0 : MASK_BYTES);
    }

    private long payloadLength() {
        int length = head[1] & LENGTH;
        if (length < LENGTH_IN_2_BYTES) {
            return length;
        }
        int end = length == LENGTH_IN_2_BYTES ? 2 + Short.BYTES : 2 + Long.BYTES;
        long value = 0;
        for (int i = 2; i < end; i++) {
            value = (value << Byte.SIZE) | (head[i] & 0xff);
        }
        return value;
    }

    private boolean isLong() {
        boolean isControl = (head[0] & CONTROL) != 0;
        boolean isShortest =
                (head[1] & LENGTH) != LENGTH_IN_8_BYTES || frameLeft < 0 || frameLeft > LONGEST_LENGTH_IN_2_BYTES;
        // The decoder reports invalid headers.
        isInvalid = frameLeft < 0 || !isShortest || (isControl && frameLeft > PIECE_BYTES);
        return frameLeft > PIECE_BYTES && !isInvalid;
    }

    private void begin(Output out) {
        if (frameLeft > mostBytes) {
            isInvalid = true;
            throw new CorruptedWebSocketFrameException(
                    WebSocketCloseStatus.MESSAGE_TOO_BIG,
                    "a frame has " + frameLeft + " bytes; the limit is " + maxFrameBytes + " bytes");
        }
        isSplitting = true;
        isFirstPiece = true;
        if (frameLeft > maxFrameBytes) {
            out.onOversizeFrame();
        }
    }

    private void passPiece(ByteBuf in, Output out) throws Exception {
        if (pieceLeft == 0) {
            pieceLeft = (int) Math.min(frameLeft, PIECE_BYTES);
            out.pass(pieceHead(pieceLeft, frameLeft == pieceLeft));
            isFirstPiece = false;
        }
        int count = Math.min(pieceLeft, in.readableBytes());
        pieceLeft -= count;
        frameLeft -= count;
        isSplitting = frameLeft > 0;
        out.pass(in.readRetainedSlice(count));
    }

    private ByteBuf pieceHead(int length, boolean isLast) {
        int first = (isFirstPiece ? head[0] & RESERVED_AND_OPCODE : 0) | (isLast ? head[0] & FIN : 0);
        int masked = head[1] & MASKED;
        ByteBuf out = Unpooled.buffer(head.length);
        out.writeByte(first);
        if (length < LENGTH_IN_2_BYTES) {
            out.writeByte(masked | length);
        } else {
            out.writeByte(masked | LENGTH_IN_2_BYTES).writeShort(length);
        }
        if (masked != 0) {
            out.writeBytes(head, headLength() - MASK_BYTES, MASK_BYTES);
        }
        return out;
    }
}
