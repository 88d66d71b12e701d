package io.acp4j.rpc.internal.message;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.rpc.internal.text.FrameBeginning;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** A message while its members are read, in whatever order they come. */
final class MessageReader {

    private static final int VERSION = 1;
    private static final int ID = 1 << 1;
    private static final int METHOD = 1 << 2;
    private static final int PARAMS = 1 << 3;
    private static final int RESULT = 1 << 4;
    private static final int ERROR = 1 << 5;

    private final JsonReader in;
    private final JsonParser parser;
    private final ParamsReader params;
    private final ResponseReader response;

    private int seen;
    private @Nullable String fault;
    private boolean hasVersion;
    private @Nullable RequestId id;
    private @Nullable String method;
    private boolean methodSeen;

    MessageReader(JsonReader in, Routes routes, Function<RequestId, @Nullable PendingCall> pending) {
        this.in = in;
        this.parser = in.parser();
        this.params = new ParamsReader(in, routes);
        this.response = new ResponseReader(in, pending);
    }

    void readMembers() throws IOException {
        String name;
        while ((name = parser.nextFieldName()) != null) {
            parser.nextToken();
            switch (name) {
                case "jsonrpc" -> {
                    if (isFirst(VERSION, name)) {
                        readVersion();
                    }
                }
                case "id" -> {
                    if (isFirst(ID, name)) {
                        readId();
                    }
                }
                case "method" -> {
                    if (isFirst(METHOD, name)) {
                        readMethod();
                    }
                }
                case "params" -> {
                    if (isFirst(PARAMS, name)) {
                        params.read(method, id);
                    }
                }
                case "result" -> {
                    if (isFirst(RESULT, name)) {
                        response.readResult(id);
                    }
                }
                case "error" -> {
                    if (isFirst(ERROR, name)) {
                        response.readError();
                    }
                }
                default -> in.skipValue();
            }
        }
    }

    /** Skips a member that was there before: whatever was bound by it must not change under what depends on it. */
    private boolean isFirst(int bit, String name) throws IOException {
        boolean first = (seen & bit) == 0;
        seen |= bit;
        if (!first) {
            note("/" + name + ": appears twice");
            in.skipValue();
        }
        return first;
    }

    private void note(String problem) {
        if (fault == null) {
            fault = problem;
        }
    }

    private void readVersion() throws IOException {
        hasVersion = in.token() == JsonToken.VALUE_STRING && "2.0".equals(parser.getText());
        in.skipValue();
    }

    private void readId() throws IOException {
        int parent = in.depthOfParent();
        try {
            id = RequestId.CODEC.read(in);
        } catch (SchemaException e) {
            in.recover(parent);
            note("/id: " + e.problem());
        }
    }

    private void readMethod() throws IOException {
        if (in.token() == JsonToken.VALUE_STRING) {
            method = parser.getText();
        } else if (in.token() != JsonToken.VALUE_NULL) {
            note("/method: expected a string");
        }
        methodSeen = in.token() != JsonToken.VALUE_NULL;
        in.skipValue();
    }

    /** Reads a value and stands on its last token afterwards, whatever comes of it. */
    static <T> T bind(JsonCodec<T> codec, JsonReader from) throws IOException {
        int parent = from.depthOfParent();
        try {
            return codec.read(from);
        } catch (SchemaException e) {
            from.recover(parent);
            throw e;
        } catch (RuntimeException e) {
            SchemaException refused = refused(e);
            from.recover(parent);
            throw refused;
        }
    }

    /** Reads an empty object, which is what a missing value stands for. */
    static <T> T decodeEmpty(JsonCodec<T> codec) throws SchemaException {
        try {
            return codec.decode(RawJson.EMPTY_OBJECT);
        } catch (RuntimeException e) {
            throw refused(e);
        }
    }

    /** Stands for what the codec of an extension throws, whose message may repeat the content. */
    private static SchemaException refused(RuntimeException e) {
        LoggerFactory.getLogger(MessageReader.class)
                .warn("a codec failed with {}", e.getClass().getName());
        return new SchemaException("a value that its type refuses");
    }

    RequestId idOrNull() {
        return id == null ? RequestId.Null.INSTANCE : id;
    }

    /** Returns a response of which only the beginning can be read; null if the beginning is not that of a response. */
    @Nullable
    Inbound brokenResponse(String problem) {
        if ((seen & METHOD) != 0 || !isMarkedAsResponse()) {
            return null;
        }
        if (id == null || id instanceof RequestId.Null) {
            return new Inbound.Unnamed(null, "a response that cannot be read: " + problem);
        }
        return response.isAwaited(id)
                ? response.broken(id, problem)
                : new Inbound.Refused(RequestId.Null.INSTANCE, null, problem);
    }

    /** Returns the id of a request of which only the beginning can be read; null if the beginning is not that of a request. */
    @Nullable
    RequestId idOfBrokenRequest() {
        return (seen & METHOD) != 0 && !isMarkedAsResponse() ? id : null;
    }

    /**
     * Returns the envelope of a message of which only the beginning can be read.
     *
     * @param text the beginning as it was scanned; null if it is not that of an object
     * @return the envelope; null if the input is not a message
     */
    @Nullable
    Envelope beginning(@Nullable FrameBeginning text) {
        if ((seen & METHOD) != 0) {
            Envelope.Kind kind = id == null ? Envelope.Kind.NOTIFICATION : Envelope.Kind.REQUEST;
            return new Envelope(kind, id, method, text == null ? null : text.session());
        }
        return text == null ? null : new Envelope(Envelope.Kind.UNKNOWN, id, null, null);
    }

    private boolean isMarkedAsResponse() {
        return (seen & (RESULT | ERROR)) != 0;
    }

    Inbound conclude() throws IOException {
        if (!hasVersion && (methodSeen || isMarkedAsResponse())) {
            note("/jsonrpc: expected \"2.0\"");
        }
        if (methodSeen) {
            return concludeCall();
        }
        // Some peers drop the result from a response when it is undefined in their language.
        if (isMarkedAsResponse() || (id != null && response.isAwaited(id))) {
            return response.conclude(id, fault);
        }
        return FrameDecoder.invalid(idOrNull(), "neither method nor result nor error");
    }

    private Inbound concludeCall() throws IOException {
        if (response.hasContent()) {
            note("a message is either a call or an answer");
        }
        if (fault != null || method == null) {
            return FrameDecoder.invalid(idOrNull(), String.valueOf(fault));
        }
        return params.conclude(method, id);
    }
}
