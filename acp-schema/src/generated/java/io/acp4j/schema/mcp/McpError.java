// Written by build-support/write-types from src/protocol/mcp.yaml: change that, not this.
package io.acp4j.schema.mcp;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a request of MCP reports instead of a result; never an error of the connection that carried it.
 *
 * <p>Members that this version does not know are kept and written back.
 *
 * @param code what kind of error it is, by the rules of MCP
 * @param message one sentence for people
 * @param data details for programs, which may be {@link RawJson#NULL}; null when there are none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/rfds/mcp-over-acp">the specification</a>
 * @since 0.1.0
 */
@Unstable("mcp-over-acp")
public record McpError(int code, String message, @Nullable RawJson data, Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<McpError> CODEC = ObjectCodec.of("McpError", type -> {
        var code = type.required("code", Codecs.INT32, McpError::code);
        var message = type.required("message", Codecs.STRING, McpError::message);
        var data = type.nullable("data", RawJson.CODEC, McpError::data);
        type.extras(McpError::extras);
        return in -> new McpError(in.get(code), in.get(message), in.find(data), in.extras());
    });

    /** Checks that what is required is there and copies the unknown members. */
    public McpError {
        Objects.requireNonNull(message, "message");
        extras = CODEC.copyOfExtras(extras);
    }

    /**
     * Returns a value with what is required.
     *
     * @param code what kind of error it is, by the rules of MCP
     * @param message one sentence for people
     * @return the value
     */
    public static McpError of(int code, String message) {
        return new McpError(code, message, null, Map.of());
    }

    /**
     * Starts a value with what is required.
     *
     * @param code what kind of error it is, by the rules of MCP
     * @param message one sentence for people
     * @return the builder
     */
    public static Builder builder(int code, String message) {
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
        copy.extras.putAll(extras);
        return copy;
    }

    /** Collects the members of {@link McpError}; used by one thread. */
    public static final class Builder {

        private final int code;
        private final String message;
        private @Nullable RawJson data;
        private final Map<String, RawJson> extras = new LinkedHashMap<>();

        private Builder(int code, String message) {
            this.code = code;
            this.message = Objects.requireNonNull(message, "message");
        }

        /**
         * Sets details for programs, which may be {@link RawJson#NULL}.
         *
         * @param data details for programs, which may be {@link RawJson#NULL}; null when there are none
         * @return this
         */
        public Builder data(@Nullable RawJson data) {
            this.data = data;
            return this;
        }

        /**
         * Adds a member that this version does not know.
         *
         * @param name its name
         * @param value its value, converted by {@link RawJson#of}
         * @return this
         */
        public Builder extra(String name, @Nullable Object value) {
            extras.put(name, RawJson.of(value));
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public McpError build() {
            return new McpError(code, message, data, extras);
        }
    }
}
