package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
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
                ? type.lenientUnlessDefault("stdio", Codecs.MARKER, McpCapabilities::stdio, false)
                : type.absent(true);
        var http = type.isV2()
                ? type.lenientUnlessDefault("http", Codecs.MARKER, McpCapabilities::http, false)
                : type.lenient("http", Codecs.BOOLEAN, McpCapabilities::http, false);
        var sse = type.isV2() ? type.absent(false) : type.lenient("sse", Codecs.BOOLEAN, McpCapabilities::sse, false);
        var acp = type.isV2()
                ? type.lenientUnlessDefault("acp", Codecs.MARKER, McpCapabilities::acp, false)
                : type.lenientUnlessDefault("acp", Codecs.BOOLEAN, McpCapabilities::acp, false);
        var meta = type.lenient("_meta", Meta.CODEC, McpCapabilities::meta);
        type.extras(McpCapabilities::extras);
        return in ->
                new McpCapabilities(in.get(stdio), in.get(http), in.get(sse), in.get(acp), in.find(meta), in.extras());
    });

    /** Nothing advertised but standard input and output. */
    public static final McpCapabilities NONE = new McpCapabilities(true, false, false, false, null, Map.of());

    /** Copies the unknown members. */
    public McpCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }

    /**
     * Makes capabilities without extra data.
     *
     * @param http whether servers may be reached over HTTP
     * @param sse whether servers may be reached over HTTP with server-sent events
     * @return the capabilities
     */
    public static McpCapabilities of(boolean http, boolean sse) {
        return new McpCapabilities(true, http, sse, false, null, Map.of());
    }

    /**
     * Adds that servers may be reached over the connection itself.
     *
     * @return changed capabilities
     */
    @Unstable("mcp-over-acp")
    public McpCapabilities withAcp() {
        return new McpCapabilities(stdio, http, sse, true, meta, extras);
    }
}
