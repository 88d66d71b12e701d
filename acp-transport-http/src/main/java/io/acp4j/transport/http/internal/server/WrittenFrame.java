package io.acp4j.transport.http.internal.server;

import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.transport.http.internal.MessageHead;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A frame that has been written before it is known where it goes.
 *
 * @param envelope its envelope
 * @param written its bytes
 * @param session the session that its parameters name; empty for none
 * @param isError whether it is a response with an error
 */
record WrittenFrame(Envelope envelope, FrameBuffer written, String session, boolean isError) implements OutboundFrame {

    static WrittenFrame of(OutboundFrame frame) {
        FrameBuffer buffer = new FrameBuffer();
        try {
            frame.writeTo(buffer);
        } catch (IOException e) {
            throw new UncheckedIOException("frame could not be written: " + e.getMessage(), e);
        }
        MessageHead head = MessageHead.read(buffer.array(), 0, buffer.size()).head();
        String session = head == null ? null : head.session();
        return new WrittenFrame(
                frame.envelope(), buffer, session == null ? "" : session, head != null && head.isError());
    }

    @Override
    public void writeTo(FrameBuffer buffer) {
        buffer.append(written.array(), 0, written.size());
    }
}
