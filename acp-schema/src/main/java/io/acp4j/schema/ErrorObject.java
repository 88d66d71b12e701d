package io.acp4j.schema;

import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a response reports instead of a result.
 *
 * @param code what kind of error it is
 * @param message one sentence for people; no secrets
 * @param data details for programs; null when there are none
 * @see <a href="https://www.jsonrpc.org/specification#error_object">JSON-RPC 2.0, error object</a>
 * @since 0.1.0
 */
public record ErrorObject(
        ErrorCode code, String message, @Nullable RawJson data) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ErrorObject> CODEC = ObjectCodec.of("Error", type -> {
        var code = type.required("code", ErrorCode.CODEC, ErrorObject::code);
        var message = type.required("message", Codecs.STRING, ErrorObject::message);
        var data = type.lenient("data", RawJson.CODEC, ErrorObject::data);
        return in -> new ErrorObject(in.get(code), in.get(message), in.find(data));
    });

    /** Checks that code and message are there. */
    public ErrorObject {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(message, "message");
    }

    /**
     * Makes an error without details.
     *
     * @param code what kind of error it is
     * @param message one sentence for people
     * @return the error
     */
    public static ErrorObject of(ErrorCode code, String message) {
        return new ErrorObject(code, message, null);
    }
}
