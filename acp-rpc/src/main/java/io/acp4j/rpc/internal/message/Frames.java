package io.acp4j.rpc.internal.message;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import io.acp4j.rpc.WireListener;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.JsonCodec;
import java.io.IOException;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Makes outbound frames and shows them to the connection's listeners. */
public final class Frames {

    private static final SerializedString JSONRPC = new SerializedString("jsonrpc");
    private static final SerializedString VERSION = new SerializedString("2.0");
    private static final SerializedString ID = new SerializedString("id");
    private static final SerializedString METHOD = new SerializedString("method");
    private static final SerializedString PARAMS = new SerializedString("params");
    private static final SerializedString RESULT = new SerializedString("result");
    private static final SerializedString ERROR = new SerializedString("error");

    private static final ThreadLocal<@Nullable Frames> OBSERVING = new ThreadLocal<>();

    private final List<WireListener> listeners;

    /** Maximum size of a message to the peer, in bytes. */
    private volatile int maxBytes;

    public Frames(List<WireListener> listeners, int maxBytes) {
        this.listeners = listeners;
        this.maxBytes = maxBytes;
    }

    /** Lowers the limit on messages to that of the peer. */
    public void limit(int bytes) {
        maxBytes = Math.min(maxBytes, bytes);
    }

    /** Creates a request, or a notification when the id is null. */
    public <P> OutboundFrame call(@Nullable RequestId id, String method, JsonCodec<P> codec, P params) {
        return call(id, method, codec, params, bytes -> {});
    }

    /**
     * Creates a request, or a notification when the id is null.
     *
     * @param written receives the size of the message before it is sent
     */
    public <P> OutboundFrame call(
            @Nullable RequestId id, String method, JsonCodec<P> codec, P params, IntConsumer written) {
        return new Frame<>(id, method, PARAMS, codec, params, written);
    }

    /** Makes a response with a result. */
    public <R> OutboundFrame result(RequestId id, JsonCodec<R> codec, R result) {
        return new Frame<>(id, null, RESULT, codec, result, bytes -> {});
    }

    /** Makes a response with an error. */
    public OutboundFrame error(RequestId id, ErrorObject error) {
        return new Frame<>(id, null, ERROR, ErrorObject.CODEC, error, bytes -> {});
    }

    /** Shows a frame to the listeners. */
    public void observe(WireListener.Direction direction, byte[] buffer, int offset, int length) {
        if (listeners.isEmpty()) {
            return;
        }
        Frames outer = OBSERVING.get();
        OBSERVING.set(this);
        try {
            tell(direction, buffer, offset, length);
        } finally {
            OBSERVING.set(outer);
        }
    }

    /** Returns whether this thread shows a frame to a listener of the connection. */
    public boolean isObserving() {
        return OBSERVING.get() == this;
    }

    private void tell(WireListener.Direction direction, byte[] buffer, int offset, int length) {
        for (WireListener listener : listeners) {
            try {
                listener.onFrame(direction, buffer, offset, length);
            } catch (Throwable e) {
                LoggerFactory.getLogger(Frames.class).error("a wire listener failed", e);
            }
        }
    }

    /** One message: an envelope around one value. */
    private final class Frame<T> implements OutboundFrame, FrameBuffer.ContentWriter {

        private final @Nullable RequestId id;
        private final @Nullable String method;
        private final SerializedString member;
        private final JsonCodec<T> codec;
        private final T value;
        private final IntConsumer written;

        Frame(
                @Nullable RequestId id,
                @Nullable String method,
                SerializedString member,
                JsonCodec<T> codec,
                T value,
                IntConsumer written) {
            this.id = id;
            this.method = method;
            this.member = member;
            this.codec = codec;
            this.value = value;
            this.written = written;
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
            if (id != null || method == null || !TextUpdates.write(method, codec, value, buffer)) {
                buffer.append(this);
            }
            int size = buffer.size() - from;
            int most = maxBytes;
            if (size > most) {
                throw new FrameTooLargeException(size, most);
            }
            written.accept(size);
            if (!listeners.isEmpty()) {
                observe(WireListener.Direction.OUTBOUND, buffer.array(), from, size);
            }
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
