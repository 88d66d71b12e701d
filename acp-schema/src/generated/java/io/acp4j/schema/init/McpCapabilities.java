// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.Members;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which transports an agent uses to reach MCP servers besides standard input and output.
 *
 * @param stdio whether servers may be reached over standard input and output; in version 1 every agent does that
 * @param http whether servers may be reached over HTTP
 * @param sse whether servers may be reached over HTTP with server-sent events, which MCP has deprecated
 * @param acp whether servers may be reached over the connection itself ({@code mcp/message})
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#mcp-capabilities">the specification</a>
 * @since 0.1.0
 */
public record McpCapabilities(
        @Unstable("protocol-version-2") boolean stdio,
        boolean http,
        boolean sse,
        @Unstable("mcp-over-acp") boolean acp,
        @Nullable Meta meta,
        Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<McpCapabilities> CODEC = ObjectCodec.of("McpCapabilities", type -> {
        var stdio = type.isV2()
                ? type.lenientUnlessDefault("stdio", Codecs.MARKER, new Get<>(0), false)
                : type.<Boolean>absent(true);
        var http = type.isV2()
                ? type.lenientUnlessDefault("http", Codecs.MARKER, new Get<>(1), false)
                : type.lenient("http", Codecs.BOOLEAN, new Get<>(1), false);
        var sse = type.isV2() ? type.<Boolean>absent(false) : type.lenient("sse", Codecs.BOOLEAN, new Get<>(2), false);
        var acp = type.isV2()
                ? type.lenientUnlessDefault("acp", Codecs.MARKER, new Get<>(3), false)
                : type.lenientUnlessDefault("acp", Codecs.BOOLEAN, new Get<>(3), false);
        var meta = type.lenient("_meta", Meta.CODEC, new Get<>(4));
        type.extras(McpCapabilities::extras);
        return new ObjectCodec.Maker<>() {
            @Override
            public McpCapabilities make(Members in) {
                return new McpCapabilities(
                        in.get(stdio), in.get(http), in.get(sse), in.get(acp), in.find(meta), in.extras());
            }
        };
    });

    /** Nothing advertised but standard input and output. */
    public static final McpCapabilities NONE = new McpCapabilities(true, false, false, false, null, Map.of());

    /** Copies the unknown members. */
    public McpCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }

    /**
     * Returns capabilities without extra data.
     *
     * @param http whether servers may be reached over HTTP
     * @param sse whether servers may be reached over HTTP with server-sent events, which MCP has deprecated
     * @return the value
     */
    public static McpCapabilities of(boolean http, boolean sse) {
        return new McpCapabilities(true, http, sse, false, null, Map.of());
    }

    /**
     * Returns capabilities with which servers may be reached over the connection itself, too.
     *
     * @return capabilities with which servers may be reached over the connection itself, too
     */
    @Unstable("mcp-over-acp")
    public McpCapabilities withAcp() {
        return new McpCapabilities(stdio, http, sse, true, meta, extras);
    }

    /** Takes a member out of a value. */
    private static final class Get<V> implements Function<McpCapabilities, V> {

        private final int member;

        Get(int member) {
            this.member = member;
        }

        @Override
        @SuppressWarnings("unchecked") // the codec declares each member as what it is
        public @Nullable V apply(McpCapabilities value) {
            Object found = switch (member) {
                case 0 -> value.stdio;
                case 1 -> value.http;
                case 2 -> value.sse;
                case 3 -> value.acp;
                default -> value.meta;
            };
            return (V) found;
        }
    }

    /**
     * Starts a value, everything optional left out.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder();
        copy.stdio = stdio;
        copy.http = http;
        copy.sse = sse;
        copy.acp = acp;
        copy.meta = meta;
        copy.extras.putAll(extras);
        return copy;
    }

    /** Collects the members of {@link McpCapabilities}; used by one thread. */
    public static final class Builder {

        private boolean stdio = true;
        private boolean http = false;
        private boolean sse = false;
        private boolean acp = false;
        private @Nullable Meta meta;
        private final Map<String, RawJson> extras = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets whether servers may be reached over standard input and output.
         *
         * @param stdio whether servers may be reached over standard input and output; in version 1 every agent does
         *     that
         * @return this
         */
        @Unstable("protocol-version-2")
        public Builder stdio(boolean stdio) {
            this.stdio = stdio;
            return this;
        }

        /**
         * Sets whether servers may be reached over HTTP.
         *
         * @param http whether servers may be reached over HTTP
         * @return this
         */
        public Builder http(boolean http) {
            this.http = http;
            return this;
        }

        /**
         * Sets whether servers may be reached over HTTP with server-sent events, which MCP has deprecated.
         *
         * @param sse whether servers may be reached over HTTP with server-sent events, which MCP has deprecated
         * @return this
         */
        public Builder sse(boolean sse) {
            this.sse = sse;
            return this;
        }

        /**
         * Sets whether servers may be reached over the connection itself ({@code mcp/message}).
         *
         * @param acp whether servers may be reached over the connection itself ({@code mcp/message})
         * @return this
         */
        @Unstable("mcp-over-acp")
        public Builder acp(boolean acp) {
            this.acp = acp;
            return this;
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
        public McpCapabilities build() {
            return new McpCapabilities(stdio, http, sse, acp, meta, extras);
        }
    }
}
