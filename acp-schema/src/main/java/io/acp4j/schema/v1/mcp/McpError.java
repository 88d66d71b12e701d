package io.acp4j.schema.v1.mcp;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
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
     * Makes an error without details.
     *
     * @param code what kind of error it is
     * @param message one sentence for people
     * @return the error
     */
    public static McpError of(int code, String message) {
        return new McpError(code, message, null, Map.of());
    }
}
