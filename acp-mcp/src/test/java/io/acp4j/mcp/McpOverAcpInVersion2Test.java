package io.acp4j.mcp;

import io.acp4j.schema.init.ProtocolVersion;

/** The same exchanges in version 2 of the protocol. */
class McpOverAcpInVersion2Test extends McpOverAcpTest {

    @Override
    ProtocolVersion version() {
        return ProtocolVersion.V2;
    }
}
