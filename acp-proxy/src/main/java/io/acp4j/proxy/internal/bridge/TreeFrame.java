package io.acp4j.proxy.internal.bridge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import org.jspecify.annotations.Nullable;

/** A message of the bridge, written when it was decided. */
final class TreeFrame implements OutboundFrame {

    private final Envelope envelope;
    private final byte[] bytes;

    private TreeFrame(Envelope envelope, byte[] bytes) {
        this.envelope = envelope;
        this.bytes = bytes;
    }

    static TreeFrame of(ObjectNode message, byte[] bytes) {
        String method = Json.text(message, "method");
        RequestId id = id(message);
        String session = Json.text(message.path("params"), "sessionId");
        Envelope.Kind kind = method == null
                ? Envelope.Kind.RESPONSE
                : id == null ? Envelope.Kind.NOTIFICATION : Envelope.Kind.REQUEST;
        return new TreeFrame(new Envelope(kind, id, method, session == null ? null : new SessionId(session)), bytes);
    }

    static @Nullable RequestId id(ObjectNode message) {
        if (message.path("id").isTextual()) {
            return RequestId.of(message.path("id").textValue());
        }
        return message.path("id").isIntegralNumber()
                ? RequestId.of(message.path("id").longValue())
                : null;
    }

    @Override
    public Envelope envelope() {
        return envelope;
    }

    @Override
    public void writeTo(FrameBuffer buffer) {
        buffer.append(bytes, 0, bytes.length);
    }
}
