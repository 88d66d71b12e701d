// Written by build-support/write-types from src/protocol/mcp.yaml: change that, not this.
package io.acp4j.schema.mcp;

import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import java.util.Objects;

/**
 * An MCP server behind a transport that this version does not know; it is written back unchanged.
 *
 * @param type the value of its {@code type} member
 * @param name its name for people
 * @param raw the whole object, {@code type} included
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#mcp-servers">the specification</a>
 * @since 0.1.0
 */
public record UnknownMcpServer(String type, String name, RawJson raw) implements McpServer {

    /** Reads what all variants have. */
    private static final ObjectCodec<UnknownMcpServer> COMMON = ObjectCodec.of("McpServer", type -> {
        var name = type.required("name", Codecs.STRING, UnknownMcpServer::name);
        return in -> new UnknownMcpServer("", in.get(name), RawJson.NULL);
    });

    /** Checks that what is required is there. */
    public UnknownMcpServer {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(raw, "raw");
    }

    /**
     * Reads what all variants have from a whole object.
     *
     * @param type the value of its {@code type} member
     * @param raw the whole object
     * @return the value
     * @throws SchemaException when it lacks what all variants have
     */
    public static UnknownMcpServer of(String type, RawJson raw) throws SchemaException {
        return of(type, raw, COMMON);
    }

    private static UnknownMcpServer of(String type, RawJson raw, ObjectCodec<UnknownMcpServer> codec)
            throws SchemaException {
        UnknownMcpServer common = codec.decode(raw);
        return new UnknownMcpServer(type, common.name, raw);
    }
}
