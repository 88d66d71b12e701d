package io.acp4j.examples.hello;

// snippet:client
import io.acp4j.client.AcpClient;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Path;

public final class HelloClient {
    public static void main(String[] agentCommand) {
        var builder = AcpClient.builder(StdioTransport.launch(agentCommand)).onUpdate((session, update) -> {
            if (update instanceof AgentMessageChunk chunk) System.out.print(chunk.text());
        });
        try (AcpClient client = builder.connect()) {
            client.newSession(Path.of(".")).prompt("Hello, agent!");
            System.out.println();
        }
    }
}
// end
