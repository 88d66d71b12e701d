// Written by build-support/write-types from src/protocol/mcp.yaml: change that, not this.
package io.acp4j.schema.mcp;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * MCP refused a request or failed to do it.
 *
 * @param error what MCP reports
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/mcp-over-acp">the specification</a>
 * @since 0.1.0
 */
@Unstable("mcp-over-acp")
public record McpFailure(McpError error, @Nullable Meta meta) implements MessageMcpResponse {

    /** Reads and writes the object. */
    public static final ObjectCodec<McpFailure> CODEC = ObjectCodec.of("MessageMcpResponse", type -> {
        var error = type.required("error", McpError.CODEC, McpFailure::error);
        var meta = type.lenient("_meta", Meta.CODEC, McpFailure::meta);
        return in -> new McpFailure(in.get(error), in.find(meta));
    });

    /** Checks that what is required is there. */
    public McpFailure {
        Objects.requireNonNull(error, "error");
    }

    /**
     * Returns a value with what is required.
     *
     * @param error what MCP reports
     * @return the value
     */
    public static McpFailure of(McpError error) {
        return new McpFailure(error, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param error what MCP reports
     * @return the builder
     */
    public static Builder builder(McpError error) {
        return new Builder(error);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(error);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link McpFailure}; used by one thread. */
    public static final class Builder {

        private final McpError error;
        private @Nullable Meta meta;

        private Builder(McpError error) {
            this.error = Objects.requireNonNull(error, "error");
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
        public McpFailure build() {
            return new McpFailure(error, meta);
        }
    }
}
