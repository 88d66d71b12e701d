package io.acp4j.rpc.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A frame of the given text, which is not necessarily a message. */
public record TextFrame(String text) implements OutboundFrame {

    @Override
    public Envelope envelope() {
        return new Envelope(Envelope.Kind.NOTIFICATION, null, "_test", null);
    }

    @Override
    public void writeTo(FrameBuffer buffer) {
        byte[] bytes = text.getBytes(UTF_8);
        buffer.append(bytes, 0, bytes.length);
    }
}
