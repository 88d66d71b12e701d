// Written by build-support/write-types from src/protocol/mcp.yaml: change that, not this.
package io.acp4j.schema.mcp;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server that the agent reaches over HTTP with server-sent events.
 *
 * <p>Only for agents that advertise {@code mcpCapabilities.sse}. MCP has deprecated this transport.
 *
 * @param name its name for people
 * @param url its address
 * @param headers the headers to send with every request
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#sse-transport">the specification</a>
 * @since 0.1.0
 */
public record McpServerSse(
        String name,
        String url,
        List<HttpHeader> headers,
        @Nullable Meta meta) implements McpServer {

    /** Reads and writes the object, without the discriminator that {@link McpServer#CODEC} adds. */
    public static final ObjectCodec<McpServerSse> CODEC = ObjectCodec.of("McpServerSse", type -> {
        var name = type.required("name", Codecs.STRING, McpServerSse::name);
        var url = type.required("url", Codecs.STRING, McpServerSse::url);
        var headers = type.requiredList("headers", HttpHeader.CODEC, McpServerSse::headers);
        var meta = type.lenient("_meta", Meta.CODEC, McpServerSse::meta);
        return in -> new McpServerSse(in.get(name), in.get(url), in.get(headers), in.find(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public McpServerSse {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(url, "url");
        headers = List.copyOf(headers);
    }

    /**
     * Returns a value with what is required.
     *
     * @param name its name for people
     * @param url its address
     * @param headers the headers to send with every request
     * @return the value
     */
    public static McpServerSse of(String name, String url, List<HttpHeader> headers) {
        return new McpServerSse(name, url, headers, null);
    }

    /**
     * Returns a server without extra data.
     *
     * @param name its name for people
     * @param url its address
     * @param headers the headers to send with every request
     * @return the value
     */
    public static McpServerSse of(String name, String url, HttpHeader... headers) {
        return new McpServerSse(name, url, List.of(headers), null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param name its name for people
     * @param url its address
     * @param headers the headers to send with every request
     * @return the builder
     */
    public static Builder builder(String name, String url, List<HttpHeader> headers) {
        return new Builder(name, url, headers);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(name, url, headers);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link McpServerSse}; used by one thread. */
    public static final class Builder {

        private final String name;
        private final String url;
        private final List<HttpHeader> headers;
        private @Nullable Meta meta;

        private Builder(String name, String url, List<HttpHeader> headers) {
            this.name = Objects.requireNonNull(name, "name");
            this.url = Objects.requireNonNull(url, "url");
            this.headers = Objects.requireNonNull(headers, "headers");
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
        public McpServerSse build() {
            return new McpServerSse(name, url, headers, meta);
        }
    }
}
