package io.acp4j.examples.tutorial.network;

import io.acp4j.client.AcpClient;
import io.acp4j.rpc.AcpException;
import io.acp4j.schema.update.AgentMessageChunk;
import java.net.URI;
import java.nio.file.Path;

/** Sends one prompt to an agent on the network and prints the response; {@code examples/network/run} starts it. */
public final class Ask {

    private Ask() {}

    /**
     * Sends the prompt. The environment has {@code AGENT_TOKEN}. Ends with exit code 1 when the connection or the prompt fails.
     *
     * @param args the address of the agent, the certificate to trust (PEM), and the prompt
     */
    public static void main(String[] args) {
        var transport = RemoteAgent.connect(URI.create(args[0]), System.getenv("AGENT_TOKEN"), Path.of(args[1]));
        StringBuilder response = new StringBuilder();
        try (AcpClient client = AcpClient.builder(transport)
                .onUpdate((session, update) -> {
                    if (update instanceof AgentMessageChunk chunk) {
                        response.append(chunk.text());
                    }
                })
                .connect()) {
            client.newSession(Path.of("").toAbsolutePath()).prompt(args[2]);
            System.out.println(response);
        } catch (AcpException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }
}
