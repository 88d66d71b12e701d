package io.acp4j.proxy.internal.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.rpc.WireListener;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.JsonReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A frame put together from pieces of another one and new pieces. It is written while the other one is being delivered. */
final class Splice implements OutboundFrame {

    private static final Logger LOG = LoggerFactory.getLogger(Splice.class);

    private static final byte[] RESPONSE = "{\"jsonrpc\":\"2.0\",\"id\":".getBytes(UTF_8);
    private static final byte[] ERROR = ",\"error\":".getBytes(UTF_8);
    private static final byte[] END = "}".getBytes(UTF_8);

    private final Envelope.Kind kind;
    private final @Nullable RequestId id;
    private final @Nullable String method;
    private final Hop to;
    private final List<Piece> pieces = new ArrayList<>();
    private @Nullable Piece params;

    Splice(Envelope.Kind kind, @Nullable RequestId id, @Nullable String method, Hop to) {
        this.kind = kind;
        this.id = id;
        this.method = method;
        this.to = to;
    }

    /** Creates a response around a value. */
    static Splice response(Hop to, RequestId id, byte[] idJson, byte[] member, byte[] value) {
        return new Splice(Envelope.Kind.RESPONSE, id, null, to)
                .add(RESPONSE)
                .add(idJson)
                .add(member)
                .add(value)
                .add(END);
    }

    /** Creates an error. */
    static Splice error(Hop to, RequestId id, byte[] idJson, ErrorObject error) {
        return response(to, id, idJson, ERROR, ErrorObject.CODEC.encode(error));
    }

    /** Bytes that belong to somebody else. */
    private static final class Piece {

        private final byte[] bytes;
        private final int from;
        private final int to;

        Piece(byte[] bytes, int from, int to) {
            this.bytes = bytes;
            this.from = from;
            this.to = to;
        }
    }

    Splice add(byte[] bytes, int from, int to) {
        if (from < to) {
            pieces.add(new Piece(bytes, from, to));
        }
        return this;
    }

    Splice add(byte[] bytes) {
        return add(bytes, 0, bytes.length);
    }

    /** Adds the parameters of the call, in which the session can be found. */
    Splice addParams(byte[] bytes, int from, int to) {
        params = new Piece(bytes, from, to);
        return add(bytes, from, to);
    }

    @Override
    public Envelope envelope() {
        return new Envelope(kind, id, method, session());
    }

    /** Finds the session for a transport that routes by it; most do not ask. */
    private @Nullable SessionId session() {
        Piece in = params;
        if (in == null) {
            return null;
        }
        try (JsonReader reader = JsonReader.over(in.bytes, in.from, in.to - in.from)) {
            reader.start();
            JsonParser parser = reader.parser();
            if (reader.token() == JsonToken.START_OBJECT) {
                String name;
                while ((name = parser.nextFieldName()) != null) {
                    parser.nextToken();
                    if (name.equals("sessionId") && reader.token() == JsonToken.VALUE_STRING) {
                        return new SessionId(parser.getText());
                    }
                    reader.skipValue();
                }
            }
        } catch (IOException e) {
            LOG.debug("the session of a frame cannot be found");
        }
        return null;
    }

    @Override
    public void writeTo(FrameBuffer buffer) {
        int start = buffer.size();
        for (Piece piece : pieces) {
            buffer.append(piece.bytes, piece.from, piece.to - piece.from);
        }
        byte[] written = buffer.array();
        for (int i = start; i < buffer.size(); i++) {
            // Only insignificant white space can be a line break, which no line-framed transport may see.
            if (written[i] == '\n' || written[i] == '\r') {
                written[i] = ' ';
            }
        }
        to.observe(WireListener.Direction.OUTBOUND, written, start, buffer.size() - start);
    }
}
