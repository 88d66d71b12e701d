// Written by build-support/write-types from src/protocol/mcp.yaml: change that, not this.
package io.acp4j.schema.mcp;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request of MCP succeeded.
 *
 * @param result what MCP responds, which may be {@link RawJson#NULL}
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/mcp-over-acp">the specification</a>
 * @since 0.1.0
 */
@Unstable("mcp-over-acp")
public record McpResult(RawJson result, @Nullable Meta meta) implements MessageMcpResponse {

    /** Reads and writes the object. */
    public static final ObjectCodec<McpResult> CODEC = ObjectCodec.of("MessageMcpResponse", type -> {
        var result = type.required("result", RawJson.CODEC, McpResult::result);
        var meta = type.lenient("_meta", Meta.CODEC, McpResult::meta);
        return in -> new McpResult(in.get(result), in.find(meta));
    });

    /** Checks that what is required is there. */
    public McpResult {
        Objects.requireNonNull(result, "result");
    }

    /**
     * Returns a value with what is required.
     *
     * @param result what MCP responds, which may be {@link RawJson#NULL}
     * @return the value
     */
    public static McpResult of(RawJson result) {
        return new McpResult(result, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param result what MCP responds, which may be {@link RawJson#NULL}
     * @return the builder
     */
    public static Builder builder(RawJson result) {
        return new Builder(result);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(result);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link McpResult}; used by one thread. */
    public static final class Builder {

        private final RawJson result;
        private @Nullable Meta meta;

        private Builder(RawJson result) {
            this.result = Objects.requireNonNull(result, "result");
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; null when there is none
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            this.meta = meta;
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public McpResult build() {
            return new McpResult(result, meta);
        }
    }
}
