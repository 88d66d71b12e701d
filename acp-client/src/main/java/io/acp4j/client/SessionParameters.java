package io.acp4j.client;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.mcp.McpServer;
import io.acp4j.schema.session.SystemPrompt;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a client has opened a session with.
 *
 * @param cwd its working directory, an absolute path on the agent's machine
 * @param additionalDirectories further directories that belong to it; empty when there are none
 * @param mcpServers the servers whose tools it may use; empty when there are none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup">the specification</a>
 * @param systemPrompt the instructions for the session; null when there are none
 * @since 0.1.0
 */
public record SessionParameters(
        String cwd,
        List<String> additionalDirectories,
        List<McpServer> mcpServers,
        @Unstable("system-prompt") @Nullable SystemPrompt systemPrompt) {

    /** Keeps copies of the lists. */
    public SessionParameters {
        Objects.requireNonNull(cwd, "cwd");
        additionalDirectories = List.copyOf(additionalDirectories);
        mcpServers = List.copyOf(mcpServers);
    }
}
