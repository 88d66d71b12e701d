package io.acp4j.rpc.internal.record;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.RawJson;
import org.jspecify.annotations.Nullable;

/** A recorded frame on its way to the live peer. */
public final class PlayedFrame implements OutboundFrame {

    private final JsonNode frame;

    public PlayedFrame(JsonNode frame) {
        this.frame = frame;
    }

    @Override
    public Envelope envelope() {
        Envelope.Kind kind = switch (FrameKind.of(frame)) {
            case REQUEST -> Envelope.Kind.REQUEST;
            case NOTIFICATION -> Envelope.Kind.NOTIFICATION;
            case ANSWER -> Envelope.Kind.RESPONSE;
        };
        return new Envelope(kind, id(), frame.path("method").textValue(), null);
    }

    private @Nullable RequestId id() {
        JsonNode id = FrameKind.idOf(frame);
        if (id.isTextual()) {
            return RequestId.of(id.textValue());
        }
        return id.isLong() ? RequestId.of(id.longValue()) : null;
    }

    @Override
    public void writeTo(FrameBuffer buffer) {
        byte[] bytes = RawJson.of(frame).toBytes();
        buffer.append(bytes, 0, bytes.length);
    }
}
