package io.acp4j.transport.stdio;

import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Makes lines of frames. */
final class Lines {

    private Lines() {}

    /** Appends a frame and a newline; nothing when the frame is empty. */
    static void append(OutboundFrame frame, FrameBuffer buffer) {
        int mark = buffer.size();
        try {
            frame.writeTo(buffer);
        } catch (IOException e) {
            throw new UncheckedIOException("the frame could not be written: " + e.getMessage(), e);
        }
        int end = buffer.size();
        if (end == mark) {
            return;
        }
        joinLines(buffer.array(), mark, end);
        buffer.append((byte) '\n');
    }

    /** A line break in JSON is space between tokens: frames that come formatted from elsewhere stay whole on one line. */
    private static void joinLines(byte[] bytes, int start, int end) {
        LineScanner scanner = new LineScanner();
        for (int at = scanner.find(bytes, start, end); at >= 0; at = scanner.find(bytes, at + 1, end)) {
            bytes[at] = ' ';
        }
    }
}
