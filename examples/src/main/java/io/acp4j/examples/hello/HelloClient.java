package io.acp4j.examples.hello;

// snippet:client
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.schema.v1.update.AgentMessageChunk;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Path;

public final class HelloClient {
    public static void main(String[] agentCommand) {
        try (AcpClient client =
                AcpClient.builder(StdioTransport.launch(agentCommand)).connect()) {
            ClientSession session = client.newSession(Path.of("."));
            session.onUpdate((same, update) -> {
                if (update instanceof AgentMessageChunk chunk) System.out.print(chunk.text());
            });
            System.out.println("\n" + session.prompt("Hello, agent!").stopReason());
        }
    }
}
// end
