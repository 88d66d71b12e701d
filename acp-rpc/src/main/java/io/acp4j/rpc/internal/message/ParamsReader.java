package io.acp4j.rpc.internal.message;

import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a call while it is read: bound where its type can be guessed, and again where the guess was wrong. */
final class ParamsReader {

    private final JsonReader in;
    private final Routes routes;
    private boolean seen;
    private int from;
    private int to;
    private @Nullable JsonCodec<?> readWith;
    private @Nullable Object value;
    private @Nullable SchemaException fault;

    ParamsReader(JsonReader in, Routes routes) {
        this.in = in;
        this.routes = routes;
    }

    /** Reads the current value as far as what is known of the message allows. */
    void read(@Nullable String method, @Nullable RequestId id) throws IOException {
        seen = in.token() != JsonToken.VALUE_NULL;
        from = in.tokenStart();
        JsonCodec<?> guess = seen && method != null ? guessedCodec(method, id) : null;
        if (guess != null) {
            read(in, guess);
        }
        in.skipValue();
        to = in.position();
    }

    private void read(JsonReader reader, JsonCodec<?> codec) throws IOException {
        readWith = codec;
        value = null;
        fault = null;
        try {
            value = MessageReader.bind(codec, reader);
        } catch (SchemaException e) {
            fault = e;
        }
    }

    /** Makes the message, of which everything is known now. */
    Inbound.Call conclude(String method, @Nullable RequestId id) throws IOException {
        boolean isRequest = id != null;
        Object route = isRequest ? routes.request(method) : routes.notification(method);
        JsonCodec<?> codec = codec(method, isRequest);
        if (!seen) {
            if (route != null || codec.equals(CancelRequest.CODEC)) {
                readNothing(codec);
            }
        } else if (!codec.equals(readWith)) {
            try (JsonReader again = in.again(from, to, "params")) {
                read(again, codec);
            }
        }
        return new Inbound.Call(id, method, route, value, session(), fault == null ? null : invalidParams(fault));
    }

    private void readNothing(JsonCodec<?> codec) throws IOException {
        try {
            value = MessageReader.decodeEmpty(codec);
        } catch (SchemaException e) {
            fault = e;
        }
    }

    private @Nullable SessionId session() throws IOException {
        if (value instanceof SessionScoped scoped) {
            return scoped.sessionId();
        }
        if (seen && value instanceof RawJson) {
            // Not from the copy, whose reader would have limits of its own.
            try (JsonReader again = in.again(from, to)) {
                return SessionMember.of(again);
            }
        }
        return null;
    }

    /** The codec as far as is known yet; null when it depends on an id that may still come. */
    private @Nullable JsonCodec<?> guessedCodec(String method, @Nullable RequestId id) {
        if (id != null) {
            return codec(method, true);
        }
        boolean request = routes.request(method) != null;
        boolean notification = routes.notification(method) != null;
        return request && notification ? null : codec(method, request);
    }

    private JsonCodec<?> codec(String method, boolean isRequest) {
        if (isRequest) {
            Routes.RequestRoute<?, ?> request = routes.request(method);
            return request == null ? RawJson.CODEC : request.method().params();
        }
        if (CancelRequest.METHOD.equals(method)) {
            return CancelRequest.CODEC;
        }
        Routes.NotificationRoute<?> notification = routes.notification(method);
        return notification == null ? RawJson.CODEC : notification.method().params();
    }

    private static ErrorObject invalidParams(SchemaException e) {
        String path = "/params" + e.path();
        String reason = e.reason();
        return new ErrorObject(
                ErrorCode.INVALID_PARAMS,
                "Invalid params: " + path + ": " + e.problem(),
                RawJson.of(reason == null ? Map.of("path", path) : Map.of("path", path, "reason", reason)));
    }
}
