// Written by build-support/write-types from src/protocol/mcp.yaml: change that, not this.
package io.acp4j.schema.mcp;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server that the agent reaches over HTTP.
 *
 * <p>Only for agents that advertise {@code mcpCapabilities.http}.
 *
 * @param name its name for people
 * @param url its address
 * @param headers the headers to send with every request
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#http-transport">the specification</a>
 * @since 0.1.0
 */
public record McpServerHttp(
        String name,
        String url,
        List<HttpHeader> headers,
        @Nullable Meta meta) implements McpServer {

    /** Reads and writes the object, without the discriminator that {@link McpServer#CODEC} adds. */
    public static final ObjectCodec<McpServerHttp> CODEC = ObjectCodec.of("McpServerHttp", type -> {
        var name = type.required("name", Codecs.STRING, McpServerHttp::name);
        var url = type.required("url", Codecs.STRING, McpServerHttp::url);
        var headers = type.isV2()
                ? type.list("headers", HttpHeader.CODEC, McpServerHttp::headers)
                : type.requiredList("headers", HttpHeader.CODEC, McpServerHttp::headers);
        var meta = type.lenient("_meta", Meta.CODEC, McpServerHttp::meta);
        return in -> new McpServerHttp(in.get(name), in.get(url), in.get(headers), in.find(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public McpServerHttp {
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
    public static McpServerHttp of(String name, String url, List<HttpHeader> headers) {
        return new McpServerHttp(name, url, headers, null);
    }

    /**
     * Returns a server without extra data.
     *
     * @param name its name for people
     * @param url its address
     * @param headers the headers to send with every request
     * @return the value
     */
    public static McpServerHttp of(String name, String url, HttpHeader... headers) {
        return new McpServerHttp(name, url, List.of(headers), null);
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

    /** Collects the members of {@link McpServerHttp}; used by one thread. */
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
        public McpServerHttp build() {
            return new McpServerHttp(name, url, headers, meta);
        }
    }
}
