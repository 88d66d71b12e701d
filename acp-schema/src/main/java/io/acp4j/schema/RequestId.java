package io.acp4j.schema;

import com.fasterxml.jackson.core.JsonGenerator;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.WireVersion;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The id of a JSON-RPC request: a whole number of 64 bits, a string, or {@code null}. A number is what it is worth, however it is
 * spelled: {@code 1.0} and {@code 1e0} are 1, and are written as {@code 1}.
 *
 * @see <a href="https://www.jsonrpc.org/specification#request_object">JSON-RPC 2.0, request object</a>
 * @since 0.1.0
 */
public sealed interface RequestId {

    /** Reads and writes the id. */
    JsonCodec<RequestId> CODEC = new JsonCodec<>() {
        @Override
        public JsonCodec<RequestId> in(WireVersion version) {
            return version == WireVersion.V1 ? this : NonNullRequestId.CODEC;
        }

        @Override
        public RequestId read(JsonReader in) throws IOException {
            return switch (in.token()) {
                case VALUE_STRING -> new Text(in.parser().getText());
                case VALUE_NULL -> Null.INSTANCE;
                default -> {
                    if (!in.token().isNumeric()) {
                        throw in.unexpected("a string, a whole number or null");
                    }
                    yield new Numeric(Codecs.INT64.read(in));
                }
            };
        }

        @Override
        public void write(RequestId value, JsonGenerator out) throws IOException {
            if (value instanceof Numeric number) {
                out.writeNumber(number.value());
            } else if (value instanceof Text text) {
                out.writeString(text.value());
            } else {
                out.writeNull();
            }
        }
    };

    /**
     * Makes a numeric id.
     *
     * @param value the number
     * @return the id
     */
    static RequestId of(long value) {
        return new Numeric(value);
    }

    /**
     * Makes a string id.
     *
     * @param value the string
     * @return the id
     */
    static RequestId of(String value) {
        return new Text(value);
    }

    /**
     * A numeric id.
     *
     * @param value the number
     */
    record Numeric(long value) implements RequestId {
        // The methods that records get are linked at run time, on first use; request ids are keys from the first on.

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Numeric id && value == id.value;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(value);
        }

        @Override
        public String toString() {
            return Long.toString(value);
        }
    }

    /**
     * A string id.
     *
     * @param value the string; opaque
     */
    record Text(String value) implements RequestId {
        /** Checks that the value is there. */
        public Text {
            Objects.requireNonNull(value, "value");
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Text id && value.equals(id.value);
        }

        @Override
        public int hashCode() {
            return value.hashCode();
        }

        @Override
        public String toString() {
            return '"' + value + '"';
        }
    }

    /** The id {@code null}: that of a response to a request whose id could not be read. */
    record Null() implements RequestId {
        /** The one instance that is needed. */
        public static final Null INSTANCE = new Null();

        @Override
        public String toString() {
            return "null";
        }
    }
}
