package io.acp4j.agent.internal.protocol;

import io.acp4j.schema.mcp.McpServer;
import io.acp4j.schema.session.SystemPrompt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a session works.
 *
 * @param cwd its working directory
 * @param additionalDirectories other directories of it
 * @param mcpServers the servers to connect to
 * @param systemPrompt the client's instructions; null when there are none
 */
public record Surroundings(
        String cwd,
        List<String> additionalDirectories,
        List<McpServer> mcpServers,
        @Nullable SystemPrompt systemPrompt) {

    /** Returns the same with the instructions that are stored with the session, unless the client sends others now. */
    public Surroundings following(@Nullable SystemPrompt stored) {
        return systemPrompt != null || stored == null
                ? this
                : new Surroundings(cwd, additionalDirectories, mcpServers, stored);
    }
}
