package io.acp4j.rpc;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.JsonCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes outbound frames and shows them to the connection's listeners. */
final class Frames {

    private static final Logger LOG = LoggerFactory.getLogger(Frames.class);

    private static final SerializedString JSONRPC = new SerializedString("jsonrpc");
    private static final SerializedString VERSION = new SerializedString("2.0");
    private static final SerializedString ID = new SerializedString("id");
    private static final SerializedString METHOD = new SerializedString("method");
    private static final SerializedString PARAMS = new SerializedString("params");
    private static final SerializedString RESULT = new SerializedString("result");
    private static final SerializedString ERROR = new SerializedString("error");

    private static final byte[] NOTIFICATION = ascii("{\"jsonrpc\":\"2.0\",\"method\":");
    private static final byte[] PLAIN_PARAMS = ascii(",\"params\":");

    private final List<WireListener> listeners;

    Frames(List<WireListener> listeners) {
        this.listeners = listeners;
    }

    /** Makes a request, or a notification when the id is null. */
    <P> OutboundFrame call(@Nullable RequestId id, String method, JsonCodec<P> codec, P params) {
        return new Frame<>(id, method, PARAMS, codec, params);
    }

    /** Makes an answer with a result. */
    <R> OutboundFrame result(RequestId id, JsonCodec<R> codec, R result) {
        return new Frame<>(id, null, RESULT, codec, result);
    }

    /** Makes an answer with an error. */
    OutboundFrame error(RequestId id, ErrorObject error) {
        return new Frame<>(id, null, ERROR, ErrorObject.CODEC, error);
    }

    /** Shows a frame to the listeners. */
    void observe(WireListener.Direction direction, byte[] buffer, int offset, int length) {
        for (WireListener listener : listeners) {
            try {
                listener.onFrame(direction, buffer, offset, length);
            } catch (Throwable e) {
                LOG.error("a wire listener failed", e);
            }
        }
    }

    private static byte[] ascii(String json) {
        return json.getBytes(StandardCharsets.US_ASCII);
    }

    /** One message: an envelope around one value. */
    private final class Frame<T> implements OutboundFrame, FrameBuffer.Content {

        private final @Nullable RequestId id;
        private final @Nullable String method;
        private final SerializedString member;
        private final JsonCodec<T> codec;
        private final T value;

        Frame(@Nullable RequestId id, @Nullable String method, SerializedString member, JsonCodec<T> codec, T value) {
            this.id = id;
            this.method = method;
            this.member = member;
            this.codec = codec;
            this.value = value;
        }

        @Override
        public Envelope envelope() {
            SessionId session = value instanceof SessionScoped scoped ? scoped.sessionId() : null;
            Envelope.Kind kind = method == null
                    ? Envelope.Kind.RESPONSE
                    : id == null ? Envelope.Kind.NOTIFICATION : Envelope.Kind.REQUEST;
            return new Envelope(kind, id, method, session);
        }

        @Override
        public void writeTo(FrameBuffer buffer) throws IOException {
            int from = buffer.size();
            if (!writePlain(buffer)) {
                buffer.truncate(from);
                buffer.append(this);
            }
            if (!listeners.isEmpty()) {
                observe(WireListener.Direction.OUTBOUND, buffer.array(), from, buffer.size() - from);
            }
        }

        /** Writes a notification without a generator when its parameters can be; the result is the same. */
        private boolean writePlain(FrameBuffer buffer) {
            if (id != null || method == null) {
                return false;
            }
            buffer.bytes(NOTIFICATION);
            if (!buffer.string(method)) {
                return false;
            }
            buffer.bytes(PLAIN_PARAMS);
            if (!codec.writePlain(value, buffer)) {
                return false;
            }
            buffer.append((byte) '}');
            return true;
        }

        @Override
        public void writeTo(JsonGenerator out) throws IOException {
            out.writeStartObject();
            out.writeFieldName(JSONRPC);
            out.writeString(VERSION);
            if (id != null) {
                out.writeFieldName(ID);
                RequestId.CODEC.write(id, out);
            }
            if (method != null) {
                out.writeFieldName(METHOD);
                out.writeString(method);
            }
            out.writeFieldName(member);
            codec.write(value, out);
            out.writeEndObject();
        }
    }
}
