package io.acp4j.observability;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;

/** A frame that is any text. */
record TextFrame(String text) implements OutboundFrame {

    @Override
    public Envelope envelope() {
        return new Envelope(Envelope.Kind.NOTIFICATION, null, "_text", null);
    }

    @Override
    public void writeTo(FrameBuffer buffer) {
        byte[] bytes = text.getBytes(UTF_8);
        buffer.append(bytes, 0, bytes.length);
    }
}
