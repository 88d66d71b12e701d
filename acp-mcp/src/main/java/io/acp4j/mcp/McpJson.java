package io.acp4j.mcp;

import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.mcp.McpError;
import io.acp4j.schema.mcp.McpFailure;
import io.acp4j.schema.mcp.McpResult;
import io.acp4j.schema.mcp.MessageMcpResponse;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Goes between the SDK's values and ACP's. */
final class McpJson {

    private static final int INTERNAL_ERROR = -32603;

    private final McpJsonMapper mapper;

    McpJson(McpJsonMapper mapper) {
        this.mapper = mapper;
    }

    /** Writes any value of the SDK's; null when there is none. */
    @Nullable
    RawJson write(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        try {
            return RawJson.parse(mapper.writeValueAsString(value));
        } catch (IOException e) {
            throw new UncheckedIOException("a value of MCP cannot be written", e);
        }
    }

    /** Reads a value as maps, lists, texts and numbers, of which the SDK makes its own types. */
    @Nullable
    Object read(@Nullable RawJson json) {
        if (json == null) {
            return null;
        }
        try {
            return mapper.readValue(json.toBytes(), Object.class);
        } catch (IOException e) {
            throw new UncheckedIOException("a value of MCP cannot be read", e);
        }
    }

    <T> T convert(Object value, TypeRef<T> type) {
        return mapper.convertValue(value, type);
    }

    /** Returns a member of parameters, whatever the SDK has made of them; null when there is none. */
    @Nullable
    Object member(@Nullable Object params, String name) {
        Object tree = params instanceof Map<?, ?> ? params : read(write(params));
        return tree instanceof Map<?, ?> members ? members.get(name) : null;
    }

    /** Returns the response to send for the one that the SDK has given. */
    MessageMcpResponse answer(McpSchema.JSONRPCResponse response) {
        McpSchema.JSONRPCResponse.JSONRPCError error = response.error();
        if (error == null) {
            RawJson result = write(response.result());
            return new McpResult(result == null ? RawJson.NULL : result, null);
        }
        int code = error.code() == null ? INTERNAL_ERROR : error.code();
        String message = error.message() == null ? "" : error.message();
        return new McpFailure(new McpError(code, message, write(error.data()), Map.of()), null);
    }

    /** Returns the response for the SDK for the one that has come. */
    McpSchema.JSONRPCResponse answer(Object id, MessageMcpResponse response) {
        if (response instanceof McpResult result) {
            Object value = read(result.result());
            return McpSchema.JSONRPCResponse.result(id, value == null ? Map.of() : value);
        }
        if (response instanceof McpFailure failure) {
            McpError error = failure.error();
            return error(id, error.code(), error.message(), read(error.data()));
        }
        return error(id, INTERNAL_ERROR, "the response holds neither a result nor an error", null);
    }

    /** Returns the response to a request that could not be carried. */
    static McpSchema.JSONRPCResponse failed(Object id, String message) {
        return error(id, INTERNAL_ERROR, message, null);
    }

    private static McpSchema.JSONRPCResponse error(Object id, int code, String message, @Nullable Object data) {
        return McpSchema.JSONRPCResponse.error(id, new McpSchema.JSONRPCResponse.JSONRPCError(code, message, data));
    }
}
