// Written by build-support/write-types from src/protocol/ids.yaml: change that, not this.
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

    /** Checks that what is required is there. */
    public ErrorObject {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(message, "message");
    }

    /**
     * Returns a value with what is required.
     *
     * @param code what kind of error it is
     * @param message one sentence for people; no secrets
     * @return the value
     */
    public static ErrorObject of(ErrorCode code, String message) {
        return new ErrorObject(code, message, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param code what kind of error it is
     * @param message one sentence for people; no secrets
     * @return the builder
     */
    public static Builder builder(ErrorCode code, String message) {
        return new Builder(code, message);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(code, message);
        copy.data = data;
        return copy;
    }

    /** Collects the members of {@link ErrorObject}; used by one thread. */
    public static final class Builder {

        private final ErrorCode code;
        private final String message;
        private @Nullable RawJson data;

        private Builder(ErrorCode code, String message) {
            this.code = Objects.requireNonNull(code, "code");
            this.message = Objects.requireNonNull(message, "message");
        }

        /**
         * Sets details for programs.
         *
         * @param data details for programs; null when there are none
         * @return this
         */
        public Builder data(@Nullable RawJson data) {
            this.data = data;
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public ErrorObject build() {
            return new ErrorObject(code, message, data);
        }
    }
}
