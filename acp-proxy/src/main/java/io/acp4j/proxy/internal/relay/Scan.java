package io.acp4j.proxy.internal.relay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.rpc.internal.text.FrameBeginning;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.JsonSyntaxException;
import io.acp4j.schema.json.SchemaException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where the parts of a frame are. What the parts hold is skipped, not read. */
final class Scan {

    final byte[] buffer;
    final int from;
    final int to;

    @Nullable
    RequestId id;

    Span idAt = Span.NONE;

    @Nullable
    String method;

    Span methodAt = Span.NONE;
    Span params = Span.NONE;
    Span result = Span.NONE;
    Span error = Span.NONE;

    private boolean callSeen;
    private boolean responseSeen;

    private Scan(byte[] buffer, int from, int to) {
        this.buffer = buffer;
        this.from = from;
        this.to = to;
    }

    /** Returns the part of the message that has been read; null if the input is not an object, or is one without a kind. */
    private @Nullable Envelope beginning(ErrorCode fault) {
        if (!callSeen && !responseSeen) {
            boolean isDamagedObject =
                    fault.equals(ErrorCode.PARSE_ERROR) && FrameBeginning.read(buffer, from, to - from) != null;
            return isDamagedObject ? new Envelope(Envelope.Kind.UNKNOWN, id, null, null) : null;
        }
        Envelope.Kind kind = callSeen ? Envelope.Kind.REQUEST : Envelope.Kind.RESPONSE;
        return new Envelope(kind, id, method, null);
    }

    /** A run of bytes in the buffer. */
    record Span(int from, int to) {

        static final Span NONE = new Span(-1, -1);

        boolean exists() {
            return from >= 0;
        }

        int length() {
            return to - from;
        }
    }

    /** Scans a whole message. */
    static Scan message(JsonFactory json, byte[] buffer, int offset, int length) throws NoMessageException {
        Scan scan = new Scan(buffer, offset, offset + length);
        try {
            scan.read(json, true);
            scan.check();
        } catch (NoMessageException e) {
            throw NoMessageException.unreadable(e.code(), e.problem(), scan.beginning(e.code()));
        }
        return scan;
    }

    /** Scans the object that holds method and parameters of the message inside an envelope. */
    static Scan inner(JsonFactory json, byte[] buffer, Span span) throws NoMessageException {
        Scan scan = new Scan(buffer, span.from(), span.to());
        scan.read(json, false);
        if (scan.method == null) {
            throw new NoMessageException(ErrorCode.INVALID_PARAMS, "/params/method: expected a string", null);
        }
        return scan;
    }

    private void read(JsonFactory json, boolean whole) throws NoMessageException {
        try (JsonReader in = JsonReader.over(json, buffer, from, to - from)) {
            in.start();
            if (in.token() != JsonToken.START_OBJECT) {
                throw new NoMessageException(
                        whole ? ErrorCode.INVALID_REQUEST : ErrorCode.INVALID_PARAMS, "expected an object", null);
            }
            readMembers(in, whole);
            in.finish();
        } catch (JsonProcessingException e) {
            throw new NoMessageException(
                    ErrorCode.PARSE_ERROR,
                    String.valueOf(JsonSyntaxException.of(e).getMessage()),
                    null);
        } catch (JsonSyntaxException e) {
            throw new NoMessageException(ErrorCode.PARSE_ERROR, String.valueOf(e.getMessage()), null);
        } catch (IOException e) {
            throw new NoMessageException(ErrorCode.INVALID_REQUEST, "unreadable", id);
        }
    }

    private void readMembers(JsonReader in, boolean whole) throws IOException, NoMessageException {
        JsonParser parser = in.parser();
        String name;
        while ((name = parser.nextFieldName()) != null) {
            callSeen |= name.equals("method") || name.equals("params");
            responseSeen |= name.equals("result") || name.equals("error");
            parser.nextToken();
            switch (name) {
                case "id" -> readId(in, whole);
                case "method" -> readMethod(in);
                case "params" -> params = once(params, name, in);
                case "result" -> result = once(result, name, in);
                case "error" -> error = once(error, name, in);
                default -> in.skipValue();
            }
        }
    }

    private void readId(JsonReader in, boolean whole) throws IOException, NoMessageException {
        if (!whole) {
            in.skipValue();
            return;
        }
        int start = in.tokenStart();
        if (idAt.exists()) {
            throw new NoMessageException(ErrorCode.INVALID_REQUEST, "/id: appears twice", null);
        }
        try {
            id = RequestId.CODEC.read(in);
        } catch (SchemaException e) {
            throw new NoMessageException(ErrorCode.INVALID_REQUEST, "/id: " + e.problem(), null);
        }
        in.skipValue();
        idAt = new Span(start, in.position());
    }

    private void readMethod(JsonReader in) throws IOException, NoMessageException {
        int start = in.tokenStart();
        boolean text = in.token() == JsonToken.VALUE_STRING;
        if (methodAt.exists() || (!text && in.token() != JsonToken.VALUE_NULL)) {
            throw new NoMessageException(
                    ErrorCode.INVALID_REQUEST, "/method: " + (text ? "appears twice" : "expected a string"), id);
        }
        if (text) {
            method = in.parser().getText();
        }
        in.skipValue();
        methodAt = new Span(start, in.position());
    }

    private Span once(Span before, String name, JsonReader in) throws IOException, NoMessageException {
        if (before.exists()) {
            throw new NoMessageException(ErrorCode.INVALID_REQUEST, "/" + name + ": appears twice", id);
        }
        int start = in.tokenStart();
        boolean nothing = in.token() == JsonToken.VALUE_NULL && !name.equals("result");
        in.skipValue();
        return nothing ? Span.NONE : new Span(start, in.position());
    }

    private void check() throws NoMessageException {
        if (method != null && (result.exists() || error.exists())) {
            throw new NoMessageException(ErrorCode.INVALID_REQUEST, "a message is either a call or a response", id);
        }
        if (method == null && id == null) {
            throw new NoMessageException(
                    ErrorCode.INVALID_REQUEST,
                    responseSeen ? "a response that names no request" : "neither a call nor a response",
                    null);
        }
    }

    Envelope.Kind kind() {
        if (method == null) {
            return Envelope.Kind.RESPONSE;
        }
        return id == null ? Envelope.Kind.NOTIFICATION : Envelope.Kind.REQUEST;
    }
}
